/** An error, in words for the payer. */
export interface PayerError {
  readonly code: string;
  /** Form field that caused the error; null if there is no single one. */
  readonly field: string | null;
  readonly text: string;
}

interface Refusal {
  readonly code: string;
  readonly field: readonly string[] | null;
}

const TEXTS: Readonly<Record<string, string>> = {
  MISSING: 'Please fill this in.',
  TOO_LONG: 'This is too long.',
  CARD_NUMBER_INVALID: 'Please check the card number.',
  CARDHOLDER_NAME_INVALID: 'Please enter the name as it is on the card.',
  CARD_EXPIRY_INVALID: 'Please enter month and year, such as 09/29.',
  CARD_EXPIRED: 'This card has expired.',
  CARD_CVV_INVALID: 'Please check this: 3 digits, or 4 on some cards.',
  CODE_INVALID: 'Please check the code.',
  METHOD_NOT_AVAILABLE: 'This shop cannot take cards at the moment.',
  PROVIDER_REFUSED: 'This was not accepted. Nothing was charged; please check what you entered.',
  PROVIDER_NOT_REACHED: 'The bank could not be reached, and nothing was charged. Please try again in a moment.',
  PROVIDER_UNAVAILABLE: 'The bank could not be asked. Please try again in a moment.',
  ORDER_STILL_PAYABLE: 'This payment may still go through. Please wait, and do not pay again.',
  ORDER_PAID: 'This order is paid already.',
  NO_ANSWER: 'The shop got no answer. You can try again: one order is never charged twice.',
};

const OTHERWISE = 'The payment could not be made. Please try again later.';

/** The payer cannot correct these errors. The payment's events report its outcome instead. */
const TOLD_BY_EVENTS: ReadonlySet<string> = new Set([
  'PROVIDER_OUTCOME_UNKNOWN',
  'CARD_ALREADY_SENT',
  'ORDER_NOT_PAYABLE',
  'CODE_NOT_EXPECTED',
]);

export function payerError(code: string, field: string | null = null): PayerError {
  return { code, field, text: TEXTS[code] ?? OTHERWISE };
}

/**
 * Translates Purser's refusals of a card or a code into the shop's words. Purser's own messages are for programmers and
 * may contain the provider's text.
 */
export function toPayerErrors(refusals: readonly Refusal[]): PayerError[] {
  return refusals
    .filter(({ code }) => !TOLD_BY_EVENTS.has(code))
    .map(({ code, field }) => payerError(code, formField(field)));
}

/**
 * Maps `["input", "card", "cvv"]` to the form field `cvv`, and paths that are not in the form, such as the order's, to
 * null.
 */
function formField(path: readonly string[] | null): string | null {
  const name = path?.at(-1);
  return name === undefined || name === 'orderId' ? null : name;
}
