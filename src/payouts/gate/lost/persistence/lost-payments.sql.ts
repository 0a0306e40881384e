// In SQL, since a payout and a payment are compared by facts that either of them may lack, in hot statements too.

// A caller repeats a request after days, too; and for as long as people are shown possible duplicates.
const CLOSED_DAYS = 30;

/**
 * The condition of a lost payment that equals a payout, by the placeholders of the payout's amount and of its hashes.
 * A fact that the provider does not show contradicts nothing; with neither shown there is nothing to compare.
 */
export const equals = (amount: string, hashes: string): string =>
  `((lost.amount = ${amount} AND (lost.requisites_hash IS NULL OR lost.requisites_hash = ANY (${hashes})))
    OR (lost.amount IS NULL AND lost.requisites_hash = ANY (${hashes})))`;

const IS_UNKNOWN = `lost.kind = 'UNKNOWN_PAYOUT' AND lost.payout_id IS NULL`;

// An answer that was recorded after a statement had named its payout makes the payment known.
const IS_NO_PAYOUT = 'NOT EXISTS (SELECT FROM payouts WHERE provider_payout_id = lost.provider_payout_id)';

/** The condition of a lost payment that nobody has settled. */
export const IS_OPEN = `${IS_UNKNOWN} AND lost.closed_at IS NULL AND ${IS_NO_PAYOUT}`;

/** Whether any lost payment is open. */
export const ANY_LOST = `EXISTS (SELECT FROM discrepancies AS lost WHERE ${IS_OPEN})`;

/**
 * The provider's id of a payment that a new payout may repeat: one that is open, or that two people closed lately
 * because no payout here was it.
 */
export const possiblyRepeated = (amount: string, hashes: string): string =>
  `(SELECT lost.provider_payout_id FROM discrepancies AS lost
    WHERE ${IS_UNKNOWN} AND ${IS_NO_PAYOUT} AND ${equals(amount, hashes)}
      AND (lost.closed_at IS NULL OR lost.closed_at > now() - interval '${CLOSED_DAYS} days') LIMIT 1)`;
