/** The provider's answer about every payout that the bench seeds, without its id. */
export const PAYOUT_UNDER_WAY = {
  status: 'PROCESSING',
  amount: '250.00',
  paymentType: 'EMAIL',
  // Masked, as the seeded payouts have no recipient that could be compared.
  account: { name: 'A recipient of the bench', requisites: 'p***@pix.example', userId: 'user-1' },
  callbackUrl: null,
} as const;
