import { newId } from '../../common/ids.js';
import type { Transaction } from '../../database/transaction.js';
import type { NewDiscrepancy } from '../discrepancy.js';

// What a person has closed is not opened again by every look at it: only other facts make it another difference.
const SEEN_AGAIN_AFTER_ITS_END = `
  UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at = now()
  WHERE id = (SELECT id FROM discrepancies
              WHERE kind = $1 AND account_id = $2 AND subject = $3 ORDER BY closed_at DESC NULLS FIRST LIMIT 1)
    AND closed_at IS NOT NULL AND ours IS NOT DISTINCT FROM $4::jsonb AND theirs IS NOT DISTINCT FROM $5::jsonb
  RETURNING id`;

const OPEN = `
  INSERT INTO discrepancies (id, kind, account_id, subject, payout_id, provider_payout_id, ours, theirs)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (kind, account_id, subject) WHERE closed_at IS NULL
    DO UPDATE SET times_seen = discrepancies.times_seen + 1, last_seen_at = now(), ours = excluded.ours,
      theirs = excluded.theirs
  RETURNING id, xmax = 0 AS "isNew"`;

/**
 * Opens a discrepancy and returns its id; null when it was seen before. In SQL, since whether it was is decided by the
 * index of the open ones, in the statement that writes.
 */
export async function openOrSeeAgain(tx: Transaction, found: NewDiscrepancy): Promise<string | null> {
  const { kind, accountId, subject, payoutId, providerPayoutId } = found;
  const ours = found.ours && JSON.stringify(found.ours);
  const theirs = found.theirs && JSON.stringify(found.theirs);
  const seen = await tx.query(SEEN_AGAIN_AFTER_ITS_END, [kind, accountId, subject, ours, theirs]);
  if (seen.length > 0) return null;
  const parameters = [newId(), kind, accountId, subject, payoutId, providerPayoutId, ours, theirs];
  const [opened] = await tx.query<{ id: string; isNew: boolean }>(OPEN, parameters);
  return opened?.isNew ? opened.id : null;
}
