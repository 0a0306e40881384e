/** Every reason why a payout cannot be sent as requested, with a sentence for people. */
export const PAYOUT_PROBLEMS = {
  CURRENCY_NOT_SUPPORTED: 'No destination takes this currency.',
  PAYMENT_TYPE_NOT_SUPPORTED: 'No destination takes this payment type in this currency.',
  PAYMENT_TYPE_NOT_CONFIGURED: "The provider's word for the payment type or the wallet was never set in its profile.",
  SERVICE_UNKNOWN: 'The provider has no such service for the account.',
  AMOUNT_NOT_POSITIVE: 'The amount is zero.',
  AMOUNT_NOT_WHOLE: 'The currency is paid out in whole numbers only.',
  AMOUNT_NOT_MULTIPLE_OF_5: 'The currency is paid out in multiples of 5 only.',
  AMOUNT_TOO_PRECISE: 'The amount has more digits after the point than the currency.',
  FIELD_REQUIRED: 'The destination requires this field.',
  FIELD_NOT_ALLOWED: 'The destination has no such field.',
  TEXT_INVALID: 'The text is too long, or has characters that the field does not take.',
  PHONE_INVALID: 'The phone number is not one of the country, or not in the form the field takes.',
  EMAIL_INVALID: 'The e-mail address is not one, or not in the form the field takes.',
  IP_INVALID: 'The text is not an IP address.',
  CARD_INVALID: 'The text is not a card number, or its check digit is wrong.',
  CHOICE_INVALID: 'The text is not one of the choices.',
  TAX_ID_INVALID: 'The text is not a CPF or CNPJ, or its check digits are wrong.',
  PIX_KEY_INVALID: 'The text is not a random PIX key.',
  PIX_KEY_MISMATCH: 'The PIX key is of another type than the payment type says.',
} as const;

export type PayoutProblemCode = keyof typeof PAYOUT_PROBLEMS;

/** Every warning about a payout that is recorded anyway, with a sentence for people. */
export const PAYOUT_WARNINGS = {
  SERVICE_ID_OMITTED: "The merchant's default service will be used, which may be another destination.",
  FIELD_RECOMMENDED: 'Some services of the destination require this field.',
  SERVICE_NOT_CHECKED: "The provider's list of services could not be read, so the service was not checked.",
  GATE_SHUT: 'The payout gate is shut: the payout is recorded, and sent once people have opened the gate.',
  NOT_SENT_YET: 'It is recorded and approved, and something keeps it back; `waitingFor` of the payout says what.',
} as const;

export type PayoutWarningCode = keyof typeof PAYOUT_WARNINGS;

interface Remark<Code extends string> {
  readonly code: Code;
  /** Path of the field in the request, outermost first. */
  readonly field: readonly string[];
  /** One sentence for people. It never repeats the input, which is personal data: messages are logged. */
  readonly message: string;
}

export type PayoutProblem = Remark<PayoutProblemCode>;
export type PayoutWarning = Remark<PayoutWarningCode>;
