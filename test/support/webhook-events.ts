import { createHash } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Makes a waiting webhook due now for its last try. */
export const makeLastTryDue = ({ query }: Rows, id: string): Promise<unknown> =>
  query('UPDATE webhook_events SET tries = 24, next_try_at = now() WHERE id = $1', [id]);

/** Marks a webhook as given up after its last try. */
export const giveUpWebhook = ({ query }: Rows, id: string): Promise<unknown> =>
  query(`UPDATE webhook_events SET state = 'FAILED', next_try_at = NULL, tries = 25 WHERE id = $1`, [id]);

/** Gives a webhook an undecryptable body and makes it due now, after this many tries. */
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

export async function storedWebhook({ query }: Rows, body: string | Buffer): Promise<StoredWebhook | undefined> {
  const [row] = await query<StoredWebhook>('SELECT * FROM webhook_events WHERE body_sha256 = $1', [hashOf(body)]);
  return row;
}

export async function countWebhooks({ query }: Rows): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM webhook_events');
  return row!.count;
}

/** Marks a webhook as failed and removes its subject. */
export const failWebhook = ({ query }: Rows, id: string): Promise<unknown> =>
  query(`UPDATE webhook_events SET state = 'FAILED', subject_id = NULL WHERE id = $1`, [id]);

/** Adds a failed order webhook without an account. */
export const insertStrayWebhook = ({ query }: Rows): Promise<unknown> =>
  query(
    `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, state, next_try_at)
     VALUES (gen_random_uuid(), 'ORDERS', sha256('stray'), 1, '', 'FAILED', NULL)`,
  );

/** Removes the signatures of all webhooks. */
export const forgetSignatures = ({ query }: Rows): Promise<unknown> =>
  query('UPDATE webhook_events SET sealed_signature = NULL');
