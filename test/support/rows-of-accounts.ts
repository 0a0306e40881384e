import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Moves an order or a payout to another account, as if it had been created there. */
export const moveToAccount = (
  { query }: Rows,
  accountId: string,
  { table, id }: { readonly table: 'orders' | 'payouts'; readonly id: string },
): Promise<unknown> => query(`UPDATE ${table} SET account_id = $1 WHERE id = $2`, [accountId, id]);

/** Adds a discrepancy about a payout in an account that only the provider knows. */
export async function insertDiscrepancy(
  { query }: Rows,
  accountId: string,
  kind: 'UNKNOWN_PAYOUT' | 'CORRECTED' = 'UNKNOWN_PAYOUT',
): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO discrepancies (id, account_id, kind, subject, provider_payout_id)
     VALUES ($1, $2, $4, $3, $1)`,
    [id, accountId, id, kind],
  );
  return id;
}

/** Adds an ignored webhook to an account. */
export async function insertWebhook({ query }: Rows, accountId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, account_id, state, next_try_at)
     VALUES ($1, 'ORDERS', sha256($3::text::bytea), 1, '\\x00', $2, 'IGNORED', NULL)`,
    [id, accountId, id],
  );
  return id;
}

/** Adds an open change request about a payout in an account. */
export async function insertChangeRequest({ query }: Rows, accountId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO change_requests (id, kind, subject, account_id, content, content_hash, reason, proposed_by, expires_at)
     VALUES ($1, 'UNCONFIRMED_PAYOUT', $1::uuid, $2, '{}', sha256('x'), 'x', gen_random_uuid(), now() + interval '1 day')`,
    [id, accountId],
  );
  return id;
}

/** Adds a finished reconciliation run to an account. */
export async function insertFinishedRun({ query }: Rows, accountId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO reconciliation_runs (id, account_id, trigger, status, payouts, finished_at)
     VALUES ($1, $2, 'SCHEDULE', 'DONE', 0, now())`,
    [id, accountId],
  );
  return id;
}

/** Adds an imported statement without lines to an account. */
export async function insertImport({ query }: Rows, accountId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO statement_imports (id, account_id, csv_sha256, imported_by, lines, matching, differing, unknown)
     VALUES ($1::uuid, $2, sha256($1::text::bytea), gen_random_uuid(), 0, 0, 0, 0)`,
    [id, accountId],
  );
  return id;
}
