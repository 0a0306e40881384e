import { type CardSubject, kindOf } from './card-subject.js';

export interface CardLimits {
  /** Unpaid cards per e-mail address. */
  readonly perEmail: number;
  /** Unpaid cards per network. */
  readonly perNetwork: number;
  /** Unpaid cards with the same first six digits. */
  readonly perBin: number;
  /** Declined cards per credential. */
  readonly perKey: number;
  /** Percentage from which the cards of a network, BIN or credential look like guesses. */
  readonly unpaidPercent: number;
}

export interface CardCount {
  readonly subject: CardSubject;
  /** Sent, however they ended. */
  readonly cards: number;
  readonly paid: number;
  /** Ended without a payment: declined, canceled or expired. */
  readonly declined: number;
}

/**
 * Whether no more cards may be sent. A card without an end counts as unpaid, because a bank answers more slowly than a
 * guesser sends. For a credential it does not: all payers of a shop share it, and a bank's outage is no guessing.
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
