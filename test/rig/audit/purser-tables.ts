import type { QueriedDatabase } from '../stage/postgres/stage-database.js';
import type { RecordedAttempt } from '../subjects/subject.js';

export interface StoredPayout {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly amount: string;
  readonly status: string;
  readonly providerPayoutId: string | null;
}

/** One attempt, and its payout's facts at the time of the claim. */
export interface Submission {
  readonly attemptId: string;
  readonly payoutId: string;
  readonly amount: string;
  /** Number of people who approved the sent content, not counting the creator or expired approvals. */
  readonly approvals: number;
}

/** Rows of the tables that represent what Purser knows. */
export interface PurserTables {
  readonly payouts: readonly StoredPayout[];
  readonly attempts: readonly RecordedAttempt[];
  /** `<attempt id> <SHA-256 of the body>` for every webhook in the inbox. For orders the prefix is `ORDERS`. */
  readonly inbox: ReadonlySet<string>;
  readonly isGateOpen: boolean;
  /** Payouts whose creation is in the audit log, once for each entry. */
  readonly auditedIds: readonly string[];
  readonly submissions: readonly Submission[];
}

export async function readPurserTables(
  postgres: QueriedDatabase,
  attempts: readonly RecordedAttempt[],
): Promise<PurserTables> {
  const payouts = await postgres.query<StoredPayout>(
    `SELECT id, idempotency_key AS "idempotencyKey", amount::text, status, provider_payout_id AS "providerPayoutId"
     FROM payouts`,
  );
  const inbox = await postgres.query<{ entry: string }>(
    `SELECT coalesce(attempt_id::text, source) || ' ' || encode(body_sha256, 'hex') AS entry FROM webhook_events`,
  );
  const audited = await postgres.query<{ id: string }>(
    `SELECT subject_id AS id FROM audit_entries WHERE action = 'payout.created'`,
  );
  const submissions = await postgres.query<Submission>(
    `SELECT attempt.id AS "attemptId", payout.id AS "payoutId", payout.amount::text,
       (SELECT count(DISTINCT approver_id)::int FROM payout_approvals AS approval
        WHERE approval.payout_id = payout.id AND approval.approver_id <> payout.created_by
          AND approval.content_hash = payout.content_hash AND approval.approved_at <= attempt.claimed_at
          AND approval.expires_at > attempt.claimed_at) AS approvals
     FROM payout_attempts AS attempt JOIN payouts AS payout ON payout.id = attempt.payout_id`,
  );
  const [gate] = await postgres.query<{ is_open: boolean }>('SELECT is_open FROM payout_gate');
  return {
    payouts,
    attempts,
    inbox: new Set(inbox.map(({ entry }) => entry)),
    isGateOpen: gate?.is_open === true,
    auditedIds: audited.map(({ id }) => id),
    submissions,
  };
}
