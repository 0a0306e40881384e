import { namesOf } from '../../common/names-of.js';

interface ProfileWord {
  /** The provider's word; an operator's profile may set another. */
  readonly word: string;
  /**
   * Set if the word is a guess or a placeholder for a product name that the interface hides. Only the sandbox accepts
   * it.
   */
  readonly isNeutral?: true;
}

/** Every payment type in the API, with a sentence for people. An operator's profile may set other provider words. */
export const PAYOUT_PAYMENT_TYPES = {
  EMAIL: { about: 'To the PIX key that is an e-mail address.', word: 'EMAIL' },
  PHONE: { about: 'To the PIX key that is a mobile number.', word: 'PHONE' },
  CPF: { about: "To the PIX key that is a person's tax number.", word: 'CPF' },
  CNPJ: { about: "To the PIX key that is a company's tax number.", word: 'CNPJ' },
  RANDOM_KEY: { about: 'To a random PIX key.', word: 'RANDOM_KEY' },
  C2C: { about: 'By bank transfer to a card.', word: 'C2C' },
  SIM: { about: 'To the mobile wallet of a phone number.', word: 'SIM' },
  PHONE_TRANSFER: {
    about: 'To the bank account behind a phone number, over a fast-payment system.',
    word: '<PHONE_TRANSFER>',
    isNeutral: true,
  },
  ACCOUNT_LOGIN: {
    about: 'As a top-up of the account with a login on a game platform.',
    word: 'ACCOUNT_LOGIN',
    isNeutral: true,
  },
} as const satisfies Record<string, ProfileWord & { readonly about: string }>;

export type PayoutPaymentType = keyof typeof PAYOUT_PAYMENT_TYPES;

/** The mobile wallets that some destinations use in place of a bank. */
export const PAYOUT_WALLETS = {
  WALLET_X1: { word: 'WALLET_X1', isNeutral: true },
  WALLET_X2: { word: 'WALLET_X2', isNeutral: true },
  WALLET_X3: { word: 'WALLET_X3', isNeutral: true },
} as const satisfies Record<string, ProfileWord>;

export type PayoutWallet = keyof typeof PAYOUT_WALLETS;

export function wordsOf<Name extends string>(table: Readonly<Record<Name, ProfileWord>>): Record<Name, string> {
  return Object.fromEntries(namesOf(table).map((name) => [name, table[name].word])) as Record<Name, string>;
}

/** Ids of the destinations in the destination table. */
export const PAYOUT_DESTINATIONS = [
  'brazil-pix',
  'bangladesh',
  'russia-phone-transfer',
  'west-africa',
  'mobile-money-by-agreement',
  'game-account',
] as const;

export type PayoutDestinationId = (typeof PAYOUT_DESTINATIONS)[number];

/** Recipient fields that every destination requires, named as in the provider's interface. */
export const PAYOUT_BASE_FIELDS = ['name', 'requisites', 'userId'] as const;

/** Recipient fields that only some destinations or services require. */
export const PAYOUT_EXTRA_FIELDS = ['bankName', 'userEmail', 'userPhone', 'userIp'] as const;

export type PayoutBaseField = (typeof PAYOUT_BASE_FIELDS)[number];

export type PayoutExtraField = (typeof PAYOUT_EXTRA_FIELDS)[number];

/** Every recipient field, in the order in which people fill them in. */
export const PAYOUT_RECIPIENT_FIELDS = [...PAYOUT_BASE_FIELDS, ...PAYOUT_EXTRA_FIELDS] as const;

const WALLETS = namesOf(PAYOUT_WALLETS);

/** Returns the provider's name for a wallet. A bank's id is already the provider's own and stays as it is. */
export function wireBankName(
  profile: { readonly payoutWalletNames: Readonly<Record<PayoutWallet, string>> },
  bankName: string,
): string {
  const wallet = WALLETS.find((name) => name === bankName);
  return wallet === undefined ? bankName : profile.payoutWalletNames[wallet];
}
