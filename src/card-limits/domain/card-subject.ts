import { fingerprintFields } from '../../common/field-fingerprint.js';
import { networkOf } from '../../common/network.js';

/** By what cards are counted: the payer's e-mail and network, the first six digits of the card, the caller's credential. */
export type CardSubjectKind = 'email' | 'network' | 'bin' | 'key';

/** One of them in one text: `bin:411111`, `key:<id of the caller>`; of a payer only a keyed hash. */
export type CardSubject = `${CardSubjectKind}:${string}`;

/** What is known of a payer, as the customer of an order says it. */
export interface CardPayer {
  readonly email?: string;
  readonly ip?: string;
}

/** What the cards of a payer are counted by; empty when neither e-mail nor address was given. */
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

export function kindOf(subject: CardSubject): CardSubjectKind {
  return subject.slice(0, subject.indexOf(':')) as CardSubjectKind;
}

// `ada+1@…` and `Ada@…` arrive in one mailbox: who guesses would have as many as they like for nothing.
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return `${name.split('+')[0] ?? ''}@${host}`;
}
