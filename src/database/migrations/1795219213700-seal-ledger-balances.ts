import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refuses whatever is not `isEntry`: the condition under which an update of a balance comes from an entry. */
const refuseUnless = (isEntry: string): string => `
  CREATE OR REPLACE FUNCTION refuse_ledger_balance_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND ${isEntry} THEN RETURN NEW; END IF;
    IF TG_OP = 'INSERT' AND num_nonnulls(nullif(NEW.funded, 0), nullif(NEW.received, 0), nullif(NEW.available, 0),
      nullif(NEW.reserved, 0), nullif(NEW.paid_out, 0)) = 0 THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'ledger_balances changes by entries alone' USING ERRCODE = 'restrict_violation';
  END $$`;

// One level deeper than this trigger itself is the trigger of another table.
const IN_ANOTHER_TRIGGER = 'pg_trigger_depth() > 1';

// Names are qualified: a temporary pg_class of the caller's would come before the real one.
const AS_OWNER = `current_user =
  (SELECT pg_catalog.pg_get_userbyid(relowner) FROM pg_catalog.pg_class WHERE oid = TG_RELID)`;

/**
 * Makes sure that the trigger in which a balance changes is the one of the entries. Anybody may hang a trigger on a
 * temporary table of their own, and update balances in it; so entries are applied as the owner, and an update by
 * another role is refused. `grantRights` leaves the application's role no right to the figures either.
 */
export class SealLedgerBalances1795219213700 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER FUNCTION apply_ledger_entry() SECURITY DEFINER SET search_path = public, pg_temp');
    // Or it could be hung on a temporary table as well, and would apply what is written there.
    await queryRunner.query('REVOKE ALL ON FUNCTION apply_ledger_entry() FROM PUBLIC');
    await queryRunner.query(refuseUnless(`${IN_ANOTHER_TRIGGER} AND ${AS_OWNER}`));
    // By its id alone as well: nobody who looks for the entries of a payout thinks of its type.
    await queryRunner.query(`
      ALTER TABLE ledger_entries
        DROP CONSTRAINT uq_ledger_entries_subject_type_subject_id_number,
        ADD CONSTRAINT uq_ledger_entries_subject_id_subject_type_number UNIQUE (subject_id, subject_type, number)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE ledger_entries
        DROP CONSTRAINT uq_ledger_entries_subject_id_subject_type_number,
        ADD CONSTRAINT uq_ledger_entries_subject_type_subject_id_number UNIQUE (subject_type, subject_id, number)`);
    await queryRunner.query(refuseUnless(IN_ANOTHER_TRIGGER));
    await queryRunner.query('GRANT EXECUTE ON FUNCTION apply_ledger_entry() TO PUBLIC');
    await queryRunner.query('ALTER FUNCTION apply_ledger_entry() SECURITY INVOKER RESET search_path');
  }
}
