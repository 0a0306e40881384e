import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOGS = ['status_changes', 'audit_entries'] as const;

const REBASE = `
  CREATE FUNCTION rebase_restored_status_changes() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  DECLARE
    moved bigint;
  BEGIN
    UPDATE status_changes SET tx_id = '0' WHERE tx_id <> '0' AND EXISTS (
      SELECT 1 FROM status_changes WHERE tx_id >= pg_snapshot_xmax(pg_current_snapshot()));
    GET DIAGNOSTICS moved = ROW_COUNT;
    RETURN moved;
  END $$`;

/**
 * Puts the incarnation of the database in front of the number of the transaction, in both logs: numbers begin anew with
 * each restore and go back with a failover, incarnations only grow. No row is written anew, neither here nor after a
 * restore: what was there before has the incarnation 0.
 */
export class OrderLogsByIncarnation1795219225100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const log of LOGS) {
      // A constant is kept in the catalogue for the rows that are there; a volatile default would be written to each.
      await queryRunner.query(`ALTER TABLE ${log} ADD COLUMN incarnation integer NOT NULL DEFAULT 0`);
      await queryRunner.query(`ALTER TABLE ${log} ALTER COLUMN incarnation SET DEFAULT current_incarnation()`);
      await queryRunner.query(`CREATE INDEX ix_${log}_incarnation_tx_id_id ON ${log} (incarnation, tx_id, id)`);
      await queryRunner.query(`DROP INDEX ix_${log}_tx_id_id`);
    }
    await queryRunner.query('ALTER TABLE audit_seals ADD COLUMN entry_incarnation integer NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE audit_seals ALTER COLUMN entry_incarnation DROP DEFAULT');
    await queryRunner.query('DROP FUNCTION rebase_restored_status_changes()');
    // Nothing may be moved in the log any more.
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION refuse_status_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'status_changes is append-only' USING ERRCODE = 'restrict_violation';
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION refuse_status_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'tx_id' = to_jsonb(NEW) - 'tx_id' THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'status_changes is append-only' USING ERRCODE = 'restrict_violation';
      END $$`);
    await queryRunner.query(REBASE);
    await queryRunner.query('ALTER TABLE audit_seals DROP COLUMN entry_incarnation');
    for (const log of LOGS) {
      await queryRunner.query(`CREATE INDEX ix_${log}_tx_id_id ON ${log} (tx_id, id)`);
      await queryRunner.query(`ALTER TABLE ${log} DROP COLUMN incarnation`);
    }
  }
}
