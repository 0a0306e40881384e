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

/** A card as the payer typed it. It is kept only during the request, and never stored. */
export interface PaymentCard {
  readonly cardNumber: Secret;
  readonly cardholderName: string;
  /** Written `MM/YY`. */
  readonly expiryDate: string;
  readonly cvv: Secret;
}

export interface ExpiryProblem {
  readonly code: 'CARD_EXPIRY_INVALID' | 'CARD_EXPIRED';
  /** Completes a sentence that starts with the field's name. */
  readonly rule: string;
}

const EXPIRY = /^(0[1-9]|1[0-2])\/(\d{2})$/;

const CVV = /^\d{3,4}$/;

// A card has room for 26 characters, but people type their full names.
const MAX_NAME_LENGTH = 100;

// Cards are issued for at most ten years. A date more than twenty years ahead is a typing error.
const LATEST_YEARS_AHEAD = 20;

// A card is valid until its last month has ended everywhere; the last time zone is twelve hours behind UTC.
const LAST_TIME_ZONE_MS = 12 * 3_600_000;

/** Finds problems between the fields of a card: a security code whose length does not fit the card number. */
export function findCardProblems({ cardNumber, cvv }: PaymentCard): OrderRequestProblem<CardProblemCode>[] {
  const digits = parseCardNumber(cardNumber.reveal());
  if (digits === null || findCvvProblem(cvv) !== null || cvv.reveal().length === cvvLength(digits)) return [];
  const message = `cvv must have ${cvvLength(digits)} digits for this kind of card.`;
  return [{ code: 'CARD_CVV_INVALID', field: ['card', 'cvv'], message }];
}

export function maskCard(card: PaymentCard): CardMask {
  return maskCardNumber(digitsOf(card));
}

/** Returns the card with only digits in its number, as the provider expects. */
export function withPlainDigits(card: PaymentCard): PaymentCard {
  return { ...card, cardNumber: new Secret(digitsOf(card)) };
}

function digitsOf({ cardNumber }: PaymentCard): string {
  const digits = parseCardNumber(cardNumber.reveal());
  if (digits === null) throw new Error('A card went on that was not checked');
  return digits;
}

export function findCardNumberProblem(cardNumber: Secret): string | null {
  return parseCardNumber(cardNumber.reveal()) === null ? 'must be the 12 to 19 digits of a card number.' : null;
}

export function findCardholderNameProblem(name: string): string | null {
  const rule = findUnsoundText(name, MAX_NAME_LENGTH);
  if (rule !== null) return rule;
  // Names have no digits. A name with digits is the card's number or security code in the wrong field.
  return /\p{Nd}/u.test(name) || containsCardNumber(name) ? 'must be the name on the card, without digits.' : null;
}

export function findExpiryProblem(expiryDate: string, now: Date): ExpiryProblem | null {
  const match = EXPIRY.exec(expiryDate);
  if (!match) return { code: 'CARD_EXPIRY_INVALID', rule: 'must be a month and a year, such as 09/29.' };
  const monthsOf = (year: number, month: number): number => year * 12 + month;
  const expires = monthsOf(2_000 + Number(match[2]), Number(match[1]) - 1);
  const latest = new Date(now.getTime() - LAST_TIME_ZONE_MS);
  const current = monthsOf(latest.getUTCFullYear(), latest.getUTCMonth());
  if (expires < current) return { code: 'CARD_EXPIRED', rule: 'is in the past: the card has expired.' };
  if (expires <= current + LATEST_YEARS_AHEAD * 12) return null;
  return { code: 'CARD_EXPIRY_INVALID', rule: `must lie within ${LATEST_YEARS_AHEAD} years.` };
}

export function findCvvProblem(cvv: Secret): string | null {
  return CVV.test(cvv.reveal()) ? null : 'must be the 3 or 4 digits of the security code.';
}
