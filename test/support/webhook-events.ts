import { createHash } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Has a webhook that waits be due now, for the last of its tries. */
export const makeLastTryDue = ({ query }: Rows, id: string): Promise<unknown> =>
  query('UPDATE webhook_events SET tries = 24, next_try_at = now() WHERE id = $1', [id]);

/** Leaves a webhook as one that was given up after its last try. */
export const giveUpWebhook = ({ query }: Rows, id: string): Promise<unknown> =>
  query(`UPDATE webhook_events SET state = 'FAILED', next_try_at = NULL, tries = 25 WHERE id = $1`, [id]);

/** Leaves a webhook with a body that no key opens, due now, after so many tries. */
export const breakWebhook = ({ query }: Rows, id: string, tries: number): Promise<unknown> =>
  query(
    `UPDATE webhook_events SET state = 'RECEIVED', sealed_body = '\\x00', tries = $2, next_try_at = now() WHERE id = $1`,
    [id, tries],
  );

export interface StoredWebhook {
  readonly id: string;
  readonly state: string;
  readonly note: string | null;
  readonly tries: number;
  readonly deliveries: number;
  readonly body_bytes: number;
  readonly sealed_body: Buffer;
  readonly provider_object_id: string | null;
  readonly first_received_at: Date;
}

const hashOf = (body: string | Buffer): Buffer => createHash('sha256').update(body).digest();

/** The row of the webhook with a body. */
export async function storedWebhook({ query }: Rows, body: string | Buffer): Promise<StoredWebhook | undefined> {
  const [row] = await query<StoredWebhook>('SELECT * FROM webhook_events WHERE body_sha256 = $1', [hashOf(body)]);
  return row;
}

/** How many webhooks are stored. */
export async function countWebhooks({ query }: Rows): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM webhook_events');
  return row!.count;
}

/** Leaves a webhook as one that failed, and of which nobody knows what it was about. */
export const failWebhook = ({ query }: Rows, id: string): Promise<unknown> =>
  query(`UPDATE webhook_events SET state = 'FAILED', subject_id = NULL WHERE id = $1`, [id]);

/** Adds an order webhook that failed and is of no account. */
export const insertStrayWebhook = ({ query }: Rows): Promise<unknown> =>
  query(
    `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, state, next_try_at)
     VALUES (gen_random_uuid(), 'ORDERS', sha256('stray'), 1, '', 'FAILED', NULL)`,
  );

/** Leaves webhooks as if none had come with a signature. */
export const forgetSignatures = ({ query }: Rows): Promise<unknown> =>
  query('UPDATE webhook_events SET sealed_signature = NULL');
