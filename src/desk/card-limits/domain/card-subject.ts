import { fingerprintFields } from '../../../common/field-fingerprint.js';
import { networkOf } from '../../../common/network.js';

/** Cards are counted by the payer's e-mail and network, the card's first six digits, the caller's credential. */
export const CARD_SUBJECT_KINDS = ['email', 'network', 'bin', 'key'] as const;
export type CardSubjectKind = (typeof CARD_SUBJECT_KINDS)[number];

/** `bin:411111`, `key:<id of the caller>`; payers appear as a keyed hash. */
export type CardSubject = `${CardSubjectKind}:${string}`;

// Six digits, a caller's id, or a keyed hash of 16 bytes. PostgreSQL uses the same pattern and refuses anything else.
export const CARD_SUBJECT_PATTERN =
  '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$';

/** The payer, as given in the order's customer. */
export interface CardPayer {
  readonly email?: string;
  readonly ip?: string;
}

/** The subjects that a payer's cards are counted by; empty without e-mail and address. */
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

/** The first six digits of a card, which identify its bank and are not secret. */
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

// `ada+1@…` and `Ada@…` reach the same mailbox. Otherwise a guesser would get unlimited addresses for free.
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return `${name.split('+')[0] ?? ''}@${host}`;
}
