/** Every reason why a payout cannot be sent as requested, each with a sentence for people. */
export const PAYOUT_PROBLEMS = {
  CURRENCY_NOT_SUPPORTED: 'No destination supports this currency.',
  PAYMENT_TYPE_NOT_SUPPORTED: 'No destination supports this payment type in this currency.',
  PAYMENT_TYPE_NOT_CONFIGURED:
    "The provider's word for the payment type or the wallet is not configured in the profile.",
  SERVICE_UNKNOWN: 'The provider has no such service for the account.',
  AMOUNT_NOT_POSITIVE: 'The amount is zero.',
  AMOUNT_NOT_WHOLE: 'Payouts in this currency are whole numbers.',
  AMOUNT_NOT_MULTIPLE_OF_5: 'Payouts in this currency are multiples of 5.',
  AMOUNT_TOO_PRECISE: 'The amount has more decimals than its currency allows.',
  FIELD_REQUIRED: 'The destination requires this field.',
  FIELD_NOT_ALLOWED: 'The destination has no such field.',
  TEXT_INVALID: 'The text is too long, or contains characters that the field does not accept.',
  PHONE_INVALID: 'The phone number does not belong to the country, or is not in the format that the field accepts.',
  EMAIL_INVALID: 'The e-mail address is invalid, or not in the format that the field accepts.',
  IP_INVALID: 'The text is not an IP address.',
  CARD_INVALID: 'The text is not a card number, or its check digit is wrong.',
  CHOICE_INVALID: 'The value is not one of the choices.',
  TAX_ID_INVALID: 'The text is not a CPF or CNPJ, or its check digits are wrong.',
  PIX_KEY_INVALID: 'The text is not a random PIX key.',
  PIX_KEY_MISMATCH: 'The type of the PIX key does not match the payment type.',
} as const;

export type PayoutProblemCode = keyof typeof PAYOUT_PROBLEMS;

export const PAYOUT_WARNINGS = {
  SERVICE_ID_OMITTED: "The merchant's default service will be used, which may pay to another destination.",
  FIELD_RECOMMENDED: "Some of the destination's services require this field.",
  SERVICE_NOT_CHECKED: "The provider's list of services could not be read, so the service was not checked.",
  GATE_SHUT: 'The payout gate is shut. The payout is recorded, and is sent once people open the gate.',
  NOT_SENT_YET: 'The payout is recorded and approved, but is not sent yet; its `waitingFor` says why.',
} as const;

export type PayoutWarningCode = keyof typeof PAYOUT_WARNINGS;

interface Remark<Code extends string> {
  readonly code: Code;
  readonly field: readonly string[];
  /**
   * One sentence for people. It never repeats the input, because messages are logged and the input is personal data.
   */
  readonly message: string;
}

export type PayoutProblem = Remark<PayoutProblemCode>;
export type PayoutWarning = Remark<PayoutWarningCode>;
