import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of reads from a standby; see docs/adr/0045. */
export class CreateStandbyMarks1795219240000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE standby_beats (
        process_id uuid NOT NULL CONSTRAINT pk_standby_beats PRIMARY KEY,
        number integer NOT NULL,
        beaten_at timestamptz NOT NULL
      );

      CREATE TABLE fresh_readers (
        reader_id uuid NOT NULL CONSTRAINT pk_fresh_readers PRIMARY KEY,
        fresh_until timestamptz NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE standby_beats, fresh_readers');
  }
}
