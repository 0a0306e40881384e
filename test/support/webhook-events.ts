import type { TestDatabase } from './test-database.js';

type Rows = Pick<TestDatabase, 'query'>;

/** Has a webhook that waits be due now, for the last of its tries. */
export const makeLastTryDue = ({ query }: Rows, id: string): Promise<unknown> =>
  query('UPDATE webhook_events SET tries = 24, next_try_at = now() WHERE id = $1', [id]);

/** Leaves a webhook as one that was given up after its last try. */
export const giveUpWebhook = ({ query }: Rows, id: string): Promise<unknown> =>
  query(`UPDATE webhook_events SET state = 'FAILED', next_try_at = NULL, tries = 25 WHERE id = $1`, [id]);
