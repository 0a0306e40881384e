import type { Recipient } from './recipient.js';

/**
 * One text per place that money can go to, for finding possible duplicates. Currency, payment type, name and user are
 * left out: two users with one number are paid at the same place.
 *
 * Case and a leading plus are ignored, so that a number entered at two destinations, or a login typed twice, is one
 * place. A false match costs a look, a missed one may cost the amount.
 *
 * The text identifies the recipient. Store and compare only a keyed hash of it.
 */
export function recipientFingerprint({ requisites, bankName }: Pick<Recipient, 'requisites' | 'bankName'>): string {
  // JSON keeps the two apart, whatever they contain.
  return JSON.stringify([canonical(requisites), bankName === null ? null : canonical(bankName)]);
}

/** The fingerprint without the bank, for finding payouts by a number or key alone. */
export function requisitesFingerprint(requisites: string): string {
  return canonical(requisites);
}

function canonical(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/^\+/, '');
}
