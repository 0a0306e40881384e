/**
 * What the merchant sets at the provider. The interface does not say where the address for order webhooks is
 * configured, so it is a setting here.
 *
 * Kept in memory only: the address may carry a secret in its path, and the book must not hold secrets. After a restart
 * the address given at start applies again.
 */
export interface MerchantSettings {
  orderWebhookUrl: string | null;
}
