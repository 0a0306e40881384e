import { fingerprintFields } from '../../../common/field-fingerprint.js';
import { networkOf } from '../../../common/network.js';

/**
 * What cards are counted by: the payer's e-mail address and network, the card's first six digits, and the caller's
 * credential.
 */
export const CARD_SUBJECT_KINDS = ['email', 'network', 'bin', 'key'] as const;
export type CardSubjectKind = (typeof CARD_SUBJECT_KINDS)[number];

/** For example `bin:411111` or `key:<id of the caller>`. Payers appear as a keyed hash. */
export type CardSubject = `${CardSubjectKind}:${string}`;

// Six digits, a caller's id, or a keyed hash of 16 bytes. PostgreSQL checks the same pattern and rejects anything else.
export const CARD_SUBJECT_PATTERN =
  '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$';

/** The payer, as named in the order. */
export interface CardPayer {
  readonly email?: string;
  readonly ip?: string;
}

/**
 * Returns the subjects by which the cards of a payer are counted. Empty if the payer has neither e-mail nor IP address.
 */
export function payerSubjects({ email, ip }: CardPayer, hash: (value: string) => string): CardSubject[] {
  const known = fingerprintFields(
    {
      email: email === undefined ? null : mailboxOf(email),
      network: ip === undefined ? null : networkOf(ip),
    },
    hash,
  );
  return Object.entries(known).map(([kind, value]) => `${kind as 'email' | 'network'}:${value}` as const);
}

/** The subject for a card's first six digits, which identify the bank and are not secret. */
export function binSubject(maskedNumber: string): CardSubject {
  return `bin:${maskedNumber.slice(0, 6)}`;
}

const SUBJECT = new RegExp(CARD_SUBJECT_PATTERN);

export function isCardSubject(text: string): text is CardSubject {
  return SUBJECT.test(text);
}

export function kindOf(subject: CardSubject): CardSubjectKind {
  return subject.slice(0, subject.indexOf(':')) as CardSubjectKind;
}

// Reduces an e-mail address to its mailbox. `ada+1@…` and `Ada@…` reach the same one, so otherwise an attacker would
// have unlimited addresses for free.
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return `${name.split('+')[0] ?? ''}@${host}`;
}
