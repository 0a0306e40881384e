/** How a recipient is addressed, in our words; the profile has the provider's. */
export const PAYOUT_PAYMENT_TYPES = [
  'EMAIL',
  'PHONE',
  'CPF',
  'CNPJ',
  'RANDOM_KEY',
  'C2C',
  'SIM',
  'PHONE_TRANSFER',
  'ACCOUNT_LOGIN',
] as const;

export type PayoutPaymentType = (typeof PAYOUT_PAYMENT_TYPES)[number];

/** Destinations of payouts: ids of the destination table. */
export const PAYOUT_DESTINATIONS = [
  'brazil-pix',
  'bangladesh',
  'russia-phone-transfer',
  'west-africa',
  'mobile-money-by-agreement',
  'game-account',
] as const;

export type PayoutDestinationId = (typeof PAYOUT_DESTINATIONS)[number];

/** Recipient fields that a service may require beyond those of its destination. */
export const PAYOUT_EXTRA_FIELDS = ['bankName', 'userEmail', 'userPhone', 'userIp'] as const;

export type PayoutExtraField = (typeof PAYOUT_EXTRA_FIELDS)[number];

/** Mobile wallets, which some destinations use instead of a bank. */
export const PAYOUT_WALLETS = ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'] as const;

export type PayoutWallet = (typeof PAYOUT_WALLETS)[number];

/** The provider's name of a wallet. A bank's id is already the provider's own. */
export function wireBankName(
  profile: { readonly payoutWalletNames: Readonly<Record<PayoutWallet, string>> },
  bankName: string,
): string {
  const wallet = PAYOUT_WALLETS.find((word) => word === bankName);
  return wallet === undefined ? bankName : profile.payoutWalletNames[wallet];
}
