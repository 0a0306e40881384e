import { fingerprintFields } from '../../../common/field-fingerprint.js';
import { networkOf } from '../../../common/network.js';

/**
 * By what cards are counted: the payer's e-mail and network, the first six digits of the card, the caller's credential.
 */
export const CARD_SUBJECT_KINDS = ['email', 'network', 'bin', 'key'] as const;
export type CardSubjectKind = (typeof CARD_SUBJECT_KINDS)[number];

/** One of them in one text: `bin:411111`, `key:<id of the caller>`; of a payer only a keyed hash. */
export type CardSubject = `${CardSubjectKind}:${string}`;

// Six digits, the id of a caller, or a keyed hash of 16 bytes. For PostgreSQL, too, which refuses whatever is more.
export const CARD_SUBJECT_PATTERN =
  '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$';

/** The facts known of a payer, as the customer of an order says it. */
export interface CardPayer {
  readonly email?: string;
  readonly ip?: string;
}

/** The subjects that the cards of a payer are counted by; empty when neither e-mail nor address was given. */
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

/** The first six digits of a card, which are its bank's and no secret. */
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

// `ada+1@…` and `Ada@…` arrive in one mailbox: who guesses would have as many as they like for nothing.
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return `${name.split('+')[0] ?? ''}@${host}`;
}
