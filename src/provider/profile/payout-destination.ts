/** How a recipient is addressed, in our words; the profile holds the provider's. */
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

/** Where payouts can go, by the ids of the table of destinations. */
export const PAYOUT_DESTINATIONS = [
  'brazil-pix',
  'bangladesh',
  'russia-phone-transfer',
  'west-africa',
  'mobile-money-by-agreement',
  'game-account',
] as const;

export type PayoutDestinationId = (typeof PAYOUT_DESTINATIONS)[number];

/** The fields of a recipient that a service may want beyond those of its destination. */
export const PAYOUT_EXTRA_FIELDS = ['bankName', 'userEmail', 'userPhone', 'userIp'] as const;

export type PayoutExtraField = (typeof PAYOUT_EXTRA_FIELDS)[number];

/** The mobile wallets that stand in place of a bank for some destinations. */
export const PAYOUT_WALLETS = ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'] as const;

export type PayoutWallet = (typeof PAYOUT_WALLETS)[number];

/** The provider's name of a wallet; a bank's id is the provider's own and stays as it is. */
export function wireBankName(
  profile: { readonly payoutWalletNames: Readonly<Record<PayoutWallet, string>> },
  bankName: string,
): string {
  const wallet = PAYOUT_WALLETS.find((word) => word === bankName);
  return wallet === undefined ? bankName : profile.payoutWalletNames[wallet];
}
