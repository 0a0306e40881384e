import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two people may raise how many recipients an actor reads within a day. The release before goes by the usual number. */
export class RaiseRecipientCounts1795753000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE recipient_counts ADD COLUMN raised_to integer;
      ALTER TABLE recipient_counts ADD CONSTRAINT chk_recipient_counts_raised_to
        CHECK (raised_to BETWEEN 301 AND 3000) NOT VALID;

      CREATE OR REPLACE FUNCTION count_recipient_use(wanted text) RETURNS recipient_counts LANGUAGE sql AS $$
        INSERT INTO recipient_counts AS known (name) VALUES (wanted)
        ON CONFLICT ON CONSTRAINT pk_recipient_counts DO UPDATE SET
          in_minute = CASE WHEN known.minute_began_at > clock_timestamp() - interval '1 minute'
            THEN known.in_minute + 1 ELSE 1 END,
          minute_began_at = CASE WHEN known.minute_began_at > clock_timestamp() - interval '1 minute'
            THEN known.minute_began_at ELSE clock_timestamp() END,
          in_day = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day' THEN known.in_day + 1 ELSE 1 END,
          raised_to = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day' THEN known.raised_to END,
          day_began_at = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day'
            THEN known.day_began_at ELSE clock_timestamp() END
        RETURNING *
      $$;

      CREATE FUNCTION raise_recipient_use(wanted text, per_day integer) RETURNS recipient_counts LANGUAGE sql AS $$
        INSERT INTO recipient_counts AS known (name, in_minute, in_day, raised_to) VALUES (wanted, 0, 0, per_day)
        ON CONFLICT ON CONSTRAINT pk_recipient_counts DO UPDATE SET
          raised_to = per_day,
          in_day = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day' THEN known.in_day ELSE 0 END,
          day_began_at = CASE WHEN known.day_began_at > clock_timestamp() - interval '1 day'
            THEN known.day_began_at ELSE clock_timestamp() END
        RETURNING *
      $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION count_recipient_use(wanted text) RETURNS recipient_counts LANGUAGE sql AS $$
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
      $$;

      DROP FUNCTION raise_recipient_use(text, integer);

      ALTER TABLE recipient_counts DROP COLUMN raised_to`);
  }
}
