export type OrderRequestProblemCode =
  | 'AMOUNT_NOT_POSITIVE'
  | 'AMOUNT_TOO_PRECISE'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'EXTERNAL_ID_INVALID'
  | 'PURPOSE_INVALID'
  | 'URL_INVALID'
  | 'URL_HOST_NOT_ALLOWED'
  | 'METHOD_NOT_AVAILABLE'
  | 'METHOD_NOT_CONFIGURED'
  | 'CARD_NUMBER_IN_TEXT'
  | 'CUSTOMER_FIELD_REQUIRED'
  | 'CUSTOMER_FIELD_INVALID'
  | 'CUSTOMER_ID_INVALID'
  | 'CARD_REQUIRED'
  | 'CARD_NOT_TAKEN'
  | CardProblemCode;

export type CardProblemCode =
  | 'CARD_NUMBER_INVALID'
  | 'CARDHOLDER_NAME_INVALID'
  | 'CARD_EXPIRY_INVALID'
  | 'CARD_EXPIRED'
  | 'CARD_CVV_INVALID';

/** A problem with a request. `field` is the path to the field, outermost name first. */
export interface OrderRequestProblem<Code extends OrderRequestProblemCode = OrderRequestProblemCode> {
  readonly code: Code;
  readonly field: readonly string[];
  /** States the rule that the value breaks, never the value. */
  readonly message: string;
}
