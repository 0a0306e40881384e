import type { Recipient } from './recipient.js';

/** The fields that say where the money goes. Another one changes every stored fingerprint. */
export const IDENTIFYING_FIELDS = ['requisites', 'bankName'] as const;

/**
 * Returns a text that identifies where the money goes, for finding possible duplicates. Currency, payment type, name
 * and user are left out: two users with the same number are paid to the same wallet.
 *
 * Case and a leading plus are ignored, so that a number entered for two destinations, or a login typed in two ways,
 * gives the same text. A false match costs a person a look; a missed one may cost the amount.
 *
 * The text identifies the recipient. Store and compare only a keyed hash of it.
 */
export function recipientFingerprint(recipient: Pick<Recipient, (typeof IDENTIFYING_FIELDS)[number]>): string {
  const values = IDENTIFYING_FIELDS.map((name) => recipient[name]);
  // JSON separates the values unambiguously, whatever they contain.
  return JSON.stringify(values.map((value) => (value === null ? null : canonical(value))));
}

/** Returns the fingerprint of the requisites without the bank, for finding payouts by a number or key. */
export function requisitesFingerprint(requisites: string): string {
  return canonical(requisites);
}

function canonical(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/^\+/, '');
}
