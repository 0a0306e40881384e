import type { CrashablePostgres } from '../stage/crashable.postgres.js';
import type { RecordedAttempt } from '../subjects/subject.js';

export interface StoredPayout {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly amount: string;
  readonly status: string;
  readonly providerPayoutId: string | null;
}

/** What Purser holds to be true. */
export interface PurserTables {
  readonly payouts: readonly StoredPayout[];
  readonly attempts: readonly RecordedAttempt[];
  /** `<attempt id> <SHA-256 of the body>` of every webhook in the inbox. */
  readonly inbox: ReadonlySet<string>;
  readonly isGateOpen: boolean;
  /** The payouts whose creation is in the audit log, once for each entry that says so. */
  readonly auditedIds: readonly string[];
}

export async function readPurserTables(
  postgres: CrashablePostgres,
  attempts: readonly RecordedAttempt[],
): Promise<PurserTables> {
  const payouts = await postgres.query<StoredPayout>(
    `SELECT id, idempotency_key AS "idempotencyKey", amount::text, status, provider_payout_id AS "providerPayoutId"
     FROM payouts`,
  );
  const inbox = await postgres.query<{ entry: string }>(
    `SELECT attempt_id || ' ' || encode(body_sha256, 'hex') AS entry FROM webhook_events WHERE attempt_id IS NOT NULL`,
  );
  const audited = await postgres.query<{ id: string }>(
    `SELECT subject_id AS id FROM audit_entries WHERE action = 'payout.created'`,
  );
  const [gate] = await postgres.query<{ is_open: boolean }>('SELECT is_open FROM payout_gate');
  return {
    payouts,
    attempts,
    inbox: new Set(inbox.map(({ entry }) => entry)),
    isGateOpen: gate?.is_open === true,
    auditedIds: audited.map(({ id }) => id),
  };
}
