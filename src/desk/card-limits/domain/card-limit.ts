import { type CardSubject, kindOf } from './card-subject.js';

/** How many cards a subject may send, as the settings say. */
export interface CardLimits {
  /** Unpaid cards of one e-mail address. */
  readonly perEmail: number;
  /** Unpaid cards of one network. */
  readonly perNetwork: number;
  /** Unpaid cards with the same first six digits. */
  readonly perBin: number;
  /** Declined cards of one credential. */
  readonly perKey: number;
  /** From which share on, in percent, the cards of a network, BIN or credential look like guesses. */
  readonly unpaidPercent: number;
}

/** The cards of one subject that count now. */
export interface CardCount {
  readonly subject: CardSubject;
  /** Sent, whatever became of them. */
  readonly cards: number;
  /** Whose order was paid. */
  readonly paid: number;
  /** Whose order or verification ended without a payment: declined, canceled or expired. */
  readonly declined: number;
}

/**
 * Whether no further card is sent. A card that has no end yet counts as unpaid, for a bank's answer takes longer than a
 * guesser's next card. For a credential it does not: all payers of a shop share one, and an outage of a bank is no
 * guess.
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
