import type { CardProblemCode } from './order-problem.js';

/** The problems of a card, for the error codes of every mutation that takes one. */
export const cardProblemTexts: Readonly<Record<CardProblemCode, string>> = {
  CARD_NUMBER_INVALID: 'The card number is no card number.',
  CARDHOLDER_NAME_INVALID: 'The name on the card is empty, too long or no name.',
  CARD_EXPIRY_INVALID: 'The expiry date is no month and year.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_CVV_INVALID: 'The security code does not fit the card.',
};
