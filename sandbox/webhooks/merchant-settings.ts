/**
 * The merchant's settings at the provider. The interface does not say where the address for order webhooks is
 * configured, so it is a setting here; the one for payouts counts for those without a `callbackUrl`.
 *
 * Kept in memory only: an address may carry a secret in its path, and the book must not hold secrets. After a restart
 * the settings given at start apply again.
 */
export interface MerchantSettings {
  orderWebhookUrl: string | null;
  payoutWebhookUrl: string | null;
  /** Signs payout webhooks; null: they carry no signature. */
  payoutWebhookSecret: string | null;
}
