import type { CardProblemCode } from './order-problem.js';

export const cardProblemTexts: Readonly<Record<CardProblemCode, string>> = {
  CARD_NUMBER_INVALID: 'The card number is invalid.',
  CARDHOLDER_NAME_INVALID: 'The name on the card is empty or too long, or is not a name.',
  CARD_EXPIRY_INVALID: 'The expiry date is not a month and a year.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_CVV_INVALID: 'The security code is not valid for this card.',
};
