/** The provider's answer when any seeded payout is read, without the payout's id. */
export const PAYOUT_UNDER_WAY = {
  status: 'PROCESSING',
  amount: '250.00',
  paymentType: 'EMAIL',
  // Masked, because the seeded payouts have no recipient to compare.
  account: { name: 'A recipient of the bench', requisites: 'p***@pix.example', userId: 'user-1' },
  callbackUrl: null,
} as const;
