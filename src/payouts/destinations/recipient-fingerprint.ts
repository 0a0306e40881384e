import type { Recipient } from './recipient.js';

/**
 * One text per place that money can go to, for finding payouts that look alike. Currency, payment type, name and user
 * do not count: two users who are paid at one number are paid at one place.
 *
 * Case and a leading plus do not count either, so that one number entered at two destinations, or a login typed twice,
 * is one place: to hold a payout too many costs a look, to miss one may cost the amount.
 *
 * The text identifies the recipient. Store and compare a keyed hash of it, never the text.
 */
export function recipientFingerprint({ requisites, bankName }: Pick<Recipient, 'requisites' | 'bankName'>): string {
  // JSON keeps the two apart, whatever is in them.
  return JSON.stringify([canonical(requisites), bankName === null ? null : canonical(bankName)]);
}

/** The same without the bank, for finding payouts by a number or key alone. */
export function requisitesFingerprint(requisites: string): string {
  return canonical(requisites);
}

function canonical(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/^\+/, '');
}
