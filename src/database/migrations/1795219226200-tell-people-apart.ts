import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two callers with different ids may be one person: who made a key may hold it, and whoever redeemed a key holds it. What
 * takes two people takes two who are not linked so.
 */
export class TellPeopleApart1795219226200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // A holder is who redeemed the key; the configured keys of one kind follow one another in the same hands. Behind a
    // caller stand its holder, who made its key, and whoever stands behind them. Two keys of one maker are two people:
    // otherwise all keys of a merchant with one administrator would be one.
    await queryRunner.query(`
      CREATE FUNCTION is_same_person(one uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE
      SET search_path = pg_catalog, public, pg_temp AS $$
        WITH RECURSIVE
          holders (caller, id) AS (
            VALUES (one, one), (other, other)
            UNION
            SELECT holders.caller, link.id FROM holders JOIN api_keys AS key ON key.id = holders.id
            CROSS JOIN LATERAL (
              SELECT key.redeemed_by
              UNION ALL SELECT twin.id FROM api_keys AS twin WHERE twin.configured_as = key.configured_as
            ) AS link (id) WHERE link.id IS NOT NULL
          ),
          backers (caller, id) AS (
            SELECT caller, id FROM holders
            UNION
            SELECT backers.caller, link.id FROM backers JOIN api_keys AS key ON key.id = backers.id
            CROSS JOIN LATERAL (
              SELECT key.created_by
              UNION ALL SELECT key.redeemed_by
              UNION ALL SELECT twin.id FROM api_keys AS twin WHERE twin.configured_as = key.configured_as
            ) AS link (id) WHERE link.id IS NOT NULL
          )
        SELECT coalesce(one = other, false)
          OR EXISTS (SELECT FROM holders JOIN backers USING (id) WHERE holders.caller <> backers.caller)
      $$`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF is_same_person((to_jsonb(NEW) ->> TG_ARGV[0])::uuid, (to_jsonb(NEW) ->> TG_ARGV[1])::uuid) THEN
          RAISE EXCEPTION 'whoever makes or proposes something never confirms it' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER tr_decisions_two_people BEFORE INSERT OR UPDATE OF ended_as ON decisions FOR EACH ROW
      WHEN (NEW.ended_as = 'CONFIRMED') EXECUTE FUNCTION refuse_same_person('proposed_by', 'ended_by')`);
    await queryRunner.query(`
      CREATE TRIGGER tr_api_keys_two_people BEFORE INSERT OR UPDATE OF confirmed_by ON api_keys FOR EACH ROW
      WHEN (NEW.confirmed_by IS NOT NULL) EXECUTE FUNCTION refuse_same_person('created_by', 'confirmed_by')`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_approval_by_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM payouts, unnest(edited_by || created_by) AS maker
                   WHERE payouts.id = NEW.payout_id AND is_same_person(maker, NEW.approver_id))
          OR EXISTS (SELECT FROM payout_approvals AS given WHERE given.payout_id = NEW.payout_id
                     AND given.voided_at IS NULL AND given.expires_at > clock_timestamp()
                     AND is_same_person(given.approver_id, NEW.approver_id))
        THEN
          RAISE EXCEPTION 'one person approves a payout once, and none of their own' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    // Beside the trigger that binds an approval to the content; that one names what it refuses.
    await queryRunner.query(`
      CREATE TRIGGER tr_payout_approvals_people BEFORE INSERT ON payout_approvals
      FOR EACH ROW EXECUTE FUNCTION refuse_approval_by_same_person()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER tr_payout_approvals_people ON payout_approvals');
    await queryRunner.query('DROP FUNCTION refuse_approval_by_same_person()');
    await queryRunner.query('DROP TRIGGER tr_api_keys_two_people ON api_keys');
    await queryRunner.query('DROP TRIGGER tr_decisions_two_people ON decisions');
    await queryRunner.query('DROP FUNCTION refuse_same_person()');
    await queryRunner.query('DROP FUNCTION is_same_person(uuid, uuid)');
  }
}
