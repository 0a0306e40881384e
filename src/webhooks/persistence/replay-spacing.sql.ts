import type { Transaction } from '../../platform/database/transaction.js';

// A row is in seven indexes: 10,000 in one statement come close to its time-out on a busy machine, a thousand do not.
const CHUNK_SIZE = 1_000;

/** Makes stored webhooks due, `spacingSeconds` apart. In SQL, because each row gets a different time. */
export async function replaySpaced(tx: Transaction, ids: readonly string[], spacingSeconds: number): Promise<void> {
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    await tx.query(
      `UPDATE webhook_events SET state = 'RECEIVED', note = NULL, tries = 0, replays = replays + 1, replayed_at = now(),
         next_try_at = now() + make_interval(secs => ($2::integer + line.place - 1) * $3::double precision)
       FROM unnest($1::uuid[]) WITH ORDINALITY AS line (id, place) WHERE webhook_events.id = line.id`,
      [ids.slice(start, start + CHUNK_SIZE), start, spacingSeconds],
    );
  }
}
