import type { Transaction } from '../../platform/database/transaction.js';

// Each row is in seven indexes. On a busy machine an update of 10,000 rows comes close to the statement time-out; a
// thousand rows are safe.
const CHUNK_SIZE = 1_000;

/** Makes stored webhooks due, `spacingSeconds` apart. In SQL, because each row gets a different due time. */
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
