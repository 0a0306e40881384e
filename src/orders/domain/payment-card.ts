import {
  type CardMask,
  containsCardNumber,
  cvvLength,
  maskCardNumber,
  parseCardNumber,
} from '../../common/text/card-number.js';
import { Secret } from '../../common/secret.js';
import { findUnsoundText } from '../../common/text/sound-text.js';
import type { CardProblemCode, OrderRequestProblem } from './order-problem.js';

/** A card as the payer typed it. It lives as long as the request that brought it, and nothing keeps it. */
export interface PaymentCard {
  readonly cardNumber: Secret;
  readonly cardholderName: string;
  /** `MM/YY`. */
  readonly expiryDate: string;
  readonly cvv: Secret;
}

type Problem = OrderRequestProblem<CardProblemCode>;

const EXPIRY = /^(0[1-9]|1[0-2])\/(\d{2})$/;

const CVV = /^\d{3,4}$/;

// What fits on a card is 26 characters; names are typed in full by people.
const MAX_NAME_LENGTH = 100;

// Cards are issued for at most ten years; twice that is a slip of the finger.
const LATEST_YEARS_AHEAD = 20;

// A card is good through its last month wherever the payer is, and the last place to leave it is twelve hours late.
const LAST_TIME_ZONE_MS = 12 * 3_600_000;

/** Everything that is wrong with a card, all at once; empty when a bank may be asked about it. */
export function findCardProblems(card: PaymentCard, now: Date): Problem[] {
  const digits = parseCardNumber(card.cardNumber.reveal());
  return [
    ...(digits === null
      ? [problem('CARD_NUMBER_INVALID', 'cardNumber', 'must be the 12 to 19 digits of a card number.')]
      : []),
    ...nameProblems(card.cardholderName),
    ...expiryProblems(card.expiryDate, now),
    ...cvvProblems(card.cvv.reveal(), digits),
  ];
}

/** What may be kept of a card that `findCardProblems` found nothing wrong with. */
export function maskCard(card: PaymentCard): CardMask {
  return maskCardNumber(digitsOf(card));
}

/** The card with its number as the payment service takes it, in digits only. */
export function withPlainDigits(card: PaymentCard): PaymentCard {
  return { ...card, cardNumber: new Secret(digitsOf(card)) };
}

function digitsOf({ cardNumber }: PaymentCard): string {
  const digits = parseCardNumber(cardNumber.reveal());
  if (digits === null) throw new Error('A card went on that was not checked');
  return digits;
}

function nameProblems(name: string): Problem[] {
  const rule = findUnsoundText(name, MAX_NAME_LENGTH);
  if (rule !== null) return [problem('CARDHOLDER_NAME_INVALID', 'cardholderName', rule)];
  // A name has no digits: these are the card's number or code in the wrong box.
  return /\p{Nd}/u.test(name) || containsCardNumber(name)
    ? [problem('CARDHOLDER_NAME_INVALID', 'cardholderName', 'must be the name on the card, without digits.')]
    : [];
}

function expiryProblems(expiryDate: string, now: Date): Problem[] {
  const match = EXPIRY.exec(expiryDate);
  if (!match) return [problem('CARD_EXPIRY_INVALID', 'expiryDate', 'must be a month and a year, such as 09/29.')];
  const monthsOf = (year: number, month: number): number => year * 12 + month;
  const expires = monthsOf(2_000 + Number(match[2]), Number(match[1]) - 1);
  const latest = new Date(now.getTime() - LAST_TIME_ZONE_MS);
  const current = monthsOf(latest.getUTCFullYear(), latest.getUTCMonth());
  if (expires < current) return [problem('CARD_EXPIRED', 'expiryDate', 'is in the past: the card has expired.')];
  if (expires <= current + LATEST_YEARS_AHEAD * 12) return [];
  return [problem('CARD_EXPIRY_INVALID', 'expiryDate', `must lie within ${LATEST_YEARS_AHEAD} years.`)];
}

function cvvProblems(cvv: string, digits: string | null): Problem[] {
  if (!CVV.test(cvv)) return [problem('CARD_CVV_INVALID', 'cvv', 'must be the 3 or 4 digits of the security code.')];
  if (digits === null || cvv.length === cvvLength(digits)) return [];
  return [problem('CARD_CVV_INVALID', 'cvv', `must have ${cvvLength(digits)} digits for this kind of card.`)];
}

function problem(code: CardProblemCode, field: keyof PaymentCard, rule: string): Problem {
  return { code, field: ['card', field], message: `${field} ${rule}` };
}
