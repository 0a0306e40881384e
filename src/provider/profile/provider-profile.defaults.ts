import type { ProviderProfileValues } from './provider-profile.schema.js';

/** What we assume where the provider's interface is silent; `docs/provider.md` gives the reason for every line. */
export const defaultProviderProfile: ProviderProfileValues = {
  orderStatusWords: {
    CREATED: 'CREATED',
    PENDING: 'PENDING',
    PAID: 'PAID',
    DECLINED: 'DECLINED',
    FAILED: 'DECLINED',
    CANCELED: 'CANCELED',
    CANCELLED: 'CANCELED',
    EXPIRED: 'EXPIRED',
  },
  definiteRefusalStatuses: [400, 401, 403, 404, 405, 413, 415, 422],
  absentStatuses: [404],
  orderReadBack: 'order',
  // Most payers are done within minutes, so the first quarter of an hour is dense. From about five and a half hours on,
  // four reads a day: 10,000 abandoned orders then cost one request every two seconds, 1 % of the default budget.
  orderCheckDelaysSeconds: [15, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600],
  orderWebhookIdPaths: [['id'], ['orderId'], ['order', 'id'], ['data', 'id']],
};
