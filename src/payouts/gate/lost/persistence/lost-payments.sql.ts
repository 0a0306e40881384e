// In SQL, because hot statements too compare a payout with payments that may lack some facts.

// Callers repeat requests even days later. The same period applies to the possible duplicates that people see.
const CLOSED_DAYS = 30;

/**
 * SQL condition for a lost payment that matches a payout, given the placeholders of the payout's amount and hashes. A
 * fact that the provider does not show contradicts nothing; with neither shown, nothing matches.
 */
export const equals = (amount: string, hashes: string): string =>
  `((lost.amount = ${amount} AND (lost.requisites_hash IS NULL OR lost.requisites_hash = ANY (${hashes})))
    OR (lost.amount IS NULL AND lost.requisites_hash = ANY (${hashes})))`;

const IS_UNKNOWN = `lost.kind = 'UNKNOWN_PAYOUT' AND lost.payout_id IS NULL`;

// A payment becomes known when an answer that names it is recorded afterwards.
const IS_NO_PAYOUT = 'NOT EXISTS (SELECT FROM payouts WHERE provider_payout_id = lost.provider_payout_id)';

/** SQL condition for a lost payment that is not closed. */
export const IS_OPEN = `${IS_UNKNOWN} AND lost.closed_at IS NULL AND ${IS_NO_PAYOUT}`;

export const ANY_LOST = `EXISTS (SELECT FROM discrepancies AS lost WHERE ${IS_OPEN})`;

/**
 * SQL for the provider id of a payment that a new payout may repeat: an open one, or one that two people closed lately
 * because it belongs to no payout here.
 */
export const possiblyRepeated = (amount: string, hashes: string): string =>
  `(SELECT lost.provider_payout_id FROM discrepancies AS lost
    WHERE ${IS_UNKNOWN} AND ${IS_NO_PAYOUT} AND ${equals(amount, hashes)}
      AND (lost.closed_at IS NULL OR lost.closed_at > now() - interval '${CLOSED_DAYS} days') LIMIT 1)`;
