/**
 * The merchant's settings at the provider. The interface does not say where the address of order webhooks is
 * configured, so it is a setting here; the one for payouts applies to payouts without a `callbackUrl`.
 *
 * Kept in memory only: an address may contain a secret, and the book must not hold secrets. A restart restores the
 * initial settings.
 */
export interface MerchantSettings {
  orderWebhookUrl: string | null;
  payoutWebhookUrl: string | null;
  /** Secret that signs payout webhooks; null leaves them unsigned. */
  payoutWebhookSecret: string | null;
}
