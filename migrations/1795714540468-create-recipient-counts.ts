import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often an actor learned something of recipients, or tried to. The function counts one more, for all replicas. */
export class CreateRecipientCounts1795714540468 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE recipient_counts (
        name text NOT NULL CONSTRAINT pk_recipient_counts PRIMARY KEY,
        in_minute integer NOT NULL DEFAULT 1,
        minute_began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        in_day integer NOT NULL DEFAULT 1,
        day_began_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE INDEX ix_recipient_counts_day_began_at ON recipient_counts (day_began_at);

      CREATE FUNCTION count_recipient_use(wanted text) RETURNS recipient_counts LANGUAGE sql AS $$
        INSERT INTO recipient_counts AS known (name) VALUES (wanted)
        ON CONFLICT ON CONSTRAINT pk_recipient_counts DO UPDATE SET
          in_minute = CASE WHEN known.minute_began_at > clock_timestamp() - interval '1 minute'
            THEN known.in_minute + 1 ELSE 1 END,
          minute_began_at = CASE WHEN known.minute_began_at > clock_timestamp() - interval '1 minute'
            THEN known.minute_began_at ELSE clock_timestamp() END,
          in_day = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day' THEN known.in_day + 1 ELSE 1 END,
          day_began_at = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day'
            THEN known.day_began_at ELSE clock_timestamp() END
        RETURNING *
      $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION count_recipient_use(text); DROP TABLE recipient_counts');
  }
}
