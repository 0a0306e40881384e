/**
 * The merchant's settings at the provider. The interface does not say where the address of order webhooks is
 * configured, so it is a setting here. The address for payouts applies to payouts without a `callbackUrl`.
 *
 * Settings stay in memory, because an address may contain a secret and the book must not store secrets. A restart
 * restores the initial settings.
 */
export interface MerchantSettings {
  orderWebhookUrl: string | null;
  payoutWebhookUrl: string | null;
  /** Secret that signs payout webhooks; null leaves them unsigned. */
  payoutWebhookSecret: string | null;
}
