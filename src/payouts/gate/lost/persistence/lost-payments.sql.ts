// In SQL, because frequent statements, too, compare payouts with payments of which some facts may be unknown.

// Callers may repeat a request even days later. Purser warns people about possible duplicates for the same period.
const CLOSED_DAYS = 30;

/**
 * SQL condition for a lost payment that matches a payout, with placeholders for the payout's amount and hashes. A fact
 * that the provider does not show cannot contradict; if it shows neither fact, the payment matches no payout.
 */
export const equals = (amount: string, hashes: string): string =>
  `((lost.amount = ${amount} AND (lost.requisites_hash IS NULL OR lost.requisites_hash = ANY (${hashes})))
    OR (lost.amount IS NULL AND lost.requisites_hash = ANY (${hashes})))`;

const IS_UNKNOWN = `lost.kind = 'UNKNOWN_PAYOUT' AND lost.payout_id IS NULL`;

// False once an answer that names the payment is recorded for a payout.
const IS_NO_PAYOUT = 'NOT EXISTS (SELECT FROM payouts WHERE provider_payout_id = lost.provider_payout_id)';

/** SQL condition for a lost payment that is still open. */
export const IS_OPEN = `${IS_UNKNOWN} AND lost.closed_at IS NULL AND ${IS_NO_PAYOUT}`;

export const ANY_LOST = `EXISTS (SELECT FROM discrepancies AS lost WHERE ${IS_OPEN})`;

/**
 * SQL for the provider id of a payment that a new payout may repeat: one that is still open, or one that two people
 * recently closed because it matches none of Purser's payouts.
 */
export const possiblyRepeated = (amount: string, hashes: string): string =>
  `(SELECT lost.provider_payout_id FROM discrepancies AS lost
    WHERE ${IS_UNKNOWN} AND ${IS_NO_PAYOUT} AND ${equals(amount, hashes)}
      AND (lost.closed_at IS NULL OR lost.closed_at > now() - interval '${CLOSED_DAYS} days') LIMIT 1)`;
