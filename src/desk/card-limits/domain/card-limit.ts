import { type CardSubject, kindOf } from './card-subject.js';

export interface CardLimits {
  /** Maximum number of unpaid cards per e-mail address. */
  readonly perEmail: number;
  /** Maximum number of unpaid cards per network. */
  readonly perNetwork: number;
  /** Maximum number of unpaid cards with the same first six digits. */
  readonly perBin: number;
  /** Maximum number of declined cards per credential. */
  readonly perKey: number;
  /** From this percentage on, unpaid cards from a network, with a BIN or by a credential look like guesses. */
  readonly unpaidPercent: number;
}

export interface CardCount {
  readonly subject: CardSubject;
  /** Number of cards that were sent, whatever the outcome. */
  readonly cards: number;
  readonly paid: number;
  /** Number of cards that ended without a payment: declined, canceled or expired. */
  readonly declined: number;
}

/**
 * Whether no more cards may be sent. A card without an outcome counts as unpaid, because a bank answers more slowly
 * than an attacker sends cards. It does not count for a credential, because all payers of a shop share it, and during
 * an outage of a bank many cards have no outcome.
 */
export function isOverLimit({ subject, cards, paid, declined }: CardCount, limits: CardLimits): boolean {
  const unpaid = cards - paid;
  switch (kindOf(subject)) {
    case 'email':
      return unpaid >= limits.perEmail;
    case 'network':
      return unpaid >= limits.perNetwork && isMost(unpaid, cards, limits);
    case 'bin':
      return unpaid >= limits.perBin && isMost(unpaid, cards, limits);
    case 'key':
      return declined >= limits.perKey && isMost(declined, declined + paid, limits);
  }
}

function isMost(part: number, whole: number, { unpaidPercent }: CardLimits): boolean {
  return part * 100 >= whole * unpaidPercent;
}
