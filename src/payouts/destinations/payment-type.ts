/** Every payment type of the API, with a sentence for people. The provider profile maps each to the provider's word. */
export const PAYMENT_TYPES = {
  EMAIL: 'To the PIX key that is an e-mail address.',
  PHONE: 'To the PIX key that is a mobile number.',
  CPF: "To the PIX key that is a person's tax number.",
  CNPJ: "To the PIX key that is a company's tax number.",
  RANDOM_KEY: 'To a random PIX key.',
  C2C: 'By bank transfer to a card.',
  SIM: 'To the mobile wallet of a phone number.',
  PHONE_TRANSFER: 'To the bank account behind a phone number, over a fast-payment system.',
  ACCOUNT_LOGIN: 'As a top-up of the account with a login on a game platform.',
} as const;

export type PaymentType = keyof typeof PAYMENT_TYPES;
