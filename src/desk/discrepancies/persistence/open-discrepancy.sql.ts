import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { NewDiscrepancy } from '../discrepancy.js';

// Finding a closed discrepancy again does not reopen it. Only different facts make a new one.
const OPEN = `
  WITH seen AS (
    UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at = now()
    WHERE id = (SELECT id FROM discrepancies
                WHERE kind = $2 AND account_id = $3 AND subject = $4 ORDER BY closed_at DESC NULLS FIRST LIMIT 1)
      AND closed_at IS NOT NULL AND ours IS NOT DISTINCT FROM $7::jsonb AND theirs IS NOT DISTINCT FROM $8::jsonb
    RETURNING id, coalesce(is_this_payout AND provider_payout_id = $6::uuid, false) AS "isThisPayout"
  ), opened AS (
    INSERT INTO discrepancies (id, kind, account_id, subject, payout_id, provider_payout_id, ours, theirs,
      amount, requisites_hash)
    SELECT $1::uuid, $2, $3::uuid, $4, $5::uuid, $6::uuid, $7::jsonb, $8::jsonb, $9::numeric, $10::bytea WHERE NOT EXISTS (SELECT FROM seen)
    ON CONFLICT (kind, account_id, subject) WHERE closed_at IS NULL
      DO UPDATE SET times_seen = discrepancies.times_seen + 1, last_seen_at = now(), ours = excluded.ours,
        theirs = excluded.theirs, amount = coalesce(excluded.amount, discrepancies.amount),
        requisites_hash = coalesce(excluded.requisites_hash, discrepancies.requisites_hash)
    RETURNING id, xmax = 0 AS "isNew"
  )
  SELECT id, "isNew", true AS "isOpen", false AS "isThisPayout" FROM opened
  UNION ALL SELECT id, false, false, "isThisPayout" FROM seen`;

export interface FoundDiscrepancy {
  readonly id: string;
  readonly isNew: boolean;
  /** False if a person has closed it and the facts have not changed since. */
  readonly isOpen: boolean;
  readonly isThisPayout: boolean;
}

/**
 * Opens a discrepancy, or marks it as seen again. Written in SQL, because a single statement reads existing rows,
 * relies on the index of open ones, and writes.
 */
export async function openOrSeeAgain(tx: Transaction, found: NewDiscrepancy): Promise<FoundDiscrepancy> {
  const { kind, accountId, subject, payoutId, providerPayoutId, amount = null, requisitesHash = null } = found;
  const ours = found.ours && JSON.stringify(found.ours);
  const theirs = found.theirs && JSON.stringify(found.theirs);
  const identity = [newId(), kind, accountId, subject, payoutId, providerPayoutId];
  const parameters = [...identity, ours, theirs, amount, requisitesHash];
  const [opened] = await tx.query<FoundDiscrepancy>(OPEN, parameters);
  if (!opened) throw new Error('A discrepancy was neither opened nor seen again');
  return opened;
}
