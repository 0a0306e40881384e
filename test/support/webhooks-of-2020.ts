import { createHash } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Adds ignored webhooks dated 2020, which only an unlimited replay would reach. */
export const insertOldWebhooks = ({ query }: Rows, count: number): Promise<unknown> =>
  query(
    `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, state, next_try_at,
       first_received_at)
     SELECT gen_random_uuid(), 'PAYOUTS', sha256(n::text::bytea), 1, '', 'IGNORED', NULL, '2020-01-01T12:00:00Z'
     FROM generate_series(1, $1) AS n`,
    [count],
  );

/** Dates received webhooks back to 2020, and purges some of their bodies. */
export async function ageWebhooks({ query }: Rows, bodies: readonly string[], purged: number): Promise<void> {
  await query(`UPDATE webhook_events SET first_received_at = '2020-01-01T06:00:00Z' WHERE body_sha256 = ANY($1)`, [
    bodies.map((body) => createHash('sha256').update(body).digest()),
  ]);
  await query(
    `UPDATE webhook_events SET sealed_body = NULL, body_purged_at = now() WHERE id IN
       (SELECT id FROM webhook_events WHERE first_received_at < '2020-01-02' ORDER BY id LIMIT $1)`,
    [purged],
  );
}

export const forgetOldWebhooks = ({ query }: Rows): Promise<unknown> =>
  query(`DELETE FROM webhook_events WHERE first_received_at < '2020-01-02'`);

/** Returns the tries and replays of each webhook from 2020 that has a body. */
export const oldWebhookTries = ({ query }: Rows): Promise<object[]> =>
  query(
    `SELECT state, tries, replays, count(*)::integer FROM webhook_events
     WHERE first_received_at < '2020-01-02' AND sealed_body IS NOT NULL GROUP BY 1, 2, 3`,
  );

/** Returns the seconds between the first and the last due webhook from 2020. */
export async function spreadOfOldWebhooks({ query }: Rows): Promise<string> {
  const [row] = await query<{ spread: string }>(
    `SELECT extract(epoch FROM max(next_try_at) - min(next_try_at))::numeric(9, 6)::text AS spread
     FROM webhook_events WHERE first_received_at < '2020-01-02'`,
  );
  return row!.spread;
}

export async function countDueReplays({ query }: Rows): Promise<number> {
  const [row] = await query<{ due: number }>(
    'SELECT count(*)::integer AS due FROM webhook_events WHERE replays > 0 AND next_try_at IS NOT NULL',
  );
  return row!.due;
}
