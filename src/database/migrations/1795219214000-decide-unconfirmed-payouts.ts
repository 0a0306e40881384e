import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people propose to do about unconfirmed payouts is a decision like any other: it lapses, and can be declined. */
export class DecideUnconfirmedPayouts1795219214000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // What waits gets a day from now, as if it had just been proposed; of a payout that was settled since, it ends.
    await queryRunner.query(`
      INSERT INTO decisions (id, kind, subject, content, reason, proposed_by, proposed_at, expires_at,
        ended_as, ended_by, ended_at)
      SELECT proposal.id, 'UNCONFIRMED_PAYOUT', proposal.payout_id,
        jsonb_build_object('kind', proposal.kind, 'providerPayoutId', proposal.provider_payout_id,
          'resend', proposal.resend, 'attemptId', (SELECT attempt.id FROM payout_attempts AS attempt
            WHERE attempt.payout_id = proposal.payout_id AND attempt.claimed_at <= proposal.proposed_at
            ORDER BY attempt.claimed_at DESC LIMIT 1)),
        proposal.reference, proposal.proposed_by, proposal.proposed_at, now() + interval '24 hours',
        CASE WHEN proposal.confirmed_at IS NOT NULL THEN 'CONFIRMED'
             WHEN payout.submission_state <> 'UNCONFIRMED' THEN 'EXPIRED' END,
        proposal.confirmed_by,
        CASE WHEN proposal.confirmed_at IS NOT NULL THEN proposal.confirmed_at
             WHEN payout.submission_state <> 'UNCONFIRMED' THEN now() END
      FROM payout_proposals AS proposal JOIN payouts AS payout ON payout.id = proposal.payout_id`);
    await queryRunner.query('DROP TABLE payout_proposals');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payout_proposals (
        id uuid NOT NULL CONSTRAINT pk_payout_proposals PRIMARY KEY,
        payout_id uuid NOT NULL CONSTRAINT fk_payout_proposals_payout_id REFERENCES payouts (id),
        kind text NOT NULL,
        provider_payout_id uuid,
        resend boolean NOT NULL DEFAULT false,
        reference text NOT NULL,
        proposed_by uuid NOT NULL,
        proposed_at timestamptz NOT NULL DEFAULT now(),
        confirmed_by uuid,
        confirmed_at timestamptz,
        CONSTRAINT chk_payout_proposals_kind CHECK (kind IN ('BIND', 'CLOSE')),
        CONSTRAINT chk_payout_proposals_two_people CHECK (confirmed_by IS DISTINCT FROM proposed_by)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX uq_payout_proposals_one_open ON payout_proposals (payout_id) WHERE confirmed_at IS NULL`);
    await queryRunner.query(`
      INSERT INTO payout_proposals (id, payout_id, kind, provider_payout_id, resend, reference, proposed_by, proposed_at,
        confirmed_by, confirmed_at)
      SELECT id, subject::uuid, content ->> 'kind', (content ->> 'providerPayoutId')::uuid, (content -> 'resend')::boolean,
        reason, proposed_by, proposed_at, ended_by, ended_at
      FROM decisions WHERE kind = 'UNCONFIRMED_PAYOUT' AND (ended_as IS NULL OR ended_as = 'CONFIRMED')`);
    await queryRunner.query(`DELETE FROM decisions WHERE kind = 'UNCONFIRMED_PAYOUT'`);
  }
}
