import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A write that finds other rows than it must fails in the statement that writes, so that COMMIT may be sent with it. */
export class CreateRefuseWrite1795219220000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- VOLATILE, or it would be called while the statement is planned.
      CREATE FUNCTION refuse_write(write text) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RAISE EXCEPTION USING ERRCODE = 'PU001', MESSAGE = write;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION refuse_write(text)');
  }
}
