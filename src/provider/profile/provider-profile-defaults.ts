import { PAYOUT_PAYMENT_TYPES, PAYOUT_WALLETS, wordsOf } from './payout-destination.js';
import type { ProviderProfileValues } from './provider-profile.schema.js';

/** Our assumptions where the provider's interface is silent. `docs/provider.md` explains each line. */
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
  definiteRefusalStatuses: [400, 401, 402, 403, 404, 405, 413, 415, 422],
  contentRefusalStatuses: [402, 422],
  credentialRefusalStatuses: [401, 403, 404, 405],
  payoutBalanceStatuses: [402],
  absentStatuses: [404],
  answerAmounts: 'either',
  orderReadBack: 'order',
  // Most payers finish within minutes, so the polls of the first quarter of an hour are close together. After about
  // five and a half hours there are four polls a day: 10,000 abandoned orders then cost one request every two seconds,
  // 1 % of the default budget.
  orderCheckDelaysSeconds: [15, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600],
  orderWebhookIdPaths: [['id'], ['orderId'], ['order', 'id'], ['data', 'id']],
  h2hStatusWords: {
    INITIALIZING: 'INITIALIZING',
    PROCESSING: 'PROCESSING',
    SUCCESS: 'SUCCESS',
    CANCELLED: 'CANCELED',
    CANCELED: 'CANCELED',
    FAILED: 'FAILED',
    EXPIRED: 'EXPIRED',
  },
  // The payer is watching the page: the first poll is one second after the card, and each further one a little later.
  h2hPollDelaysSeconds: [1, 2, 2, 3, 5, 8, 15],
  // Banks give a payer five to fifteen minutes to enter a code. After twice the longest of these, the verification is
  // dead.
  h2hSessionLimitSeconds: 1_800,
  h2hMaxCodes: 5,
  payoutStatusWords: {
    CREATED: 'CREATED',
    PROCESSING: 'PROCESSING',
    PENDING: 'PROCESSING',
    COMPLETED: 'COMPLETED',
    FAILED: 'FAILED',
    CANCELED: 'CANCELED',
    CANCELLED: 'CANCELED',
    EXPIRED: 'EXPIRED',
  },
  payoutPaymentTypes: wordsOf(PAYOUT_PAYMENT_TYPES),
  payoutWalletNames: wordsOf(PAYOUT_WALLETS),
  payoutServicesPaths: [[], ['items'], ['data'], ['services']],
  payoutServiceIdNames: ['id', 'serviceId'],
  requireServiceId: [],
  payoutExtraFields: {},
  payoutRequiredFields: {},
  payoutPhoneFormats: {
    // The directory of PIX keys stores phone numbers in this format.
    'brazil-pix': 'with-plus',
    'russia-phone-transfer': 'with-plus',
    // Same format as for the other mobile wallets in the interface.
    bangladesh: 'without-plus',
  },
  payoutCheckDelaysSeconds: [60, 120, 300, 900, 1_800],
  payoutReverifyDelaysSeconds: [3_600, 86_400, 259_200, 604_800, 2_592_000],
  payoutRecheckDelaysSeconds: [3_600, 86_400, 604_800],
  payoutReadBackRequisites: 'full',
  payoutStatementColumns: { id: 'payout_id', amount: 'amount', currency: 'currency', status: 'status' },
  payoutStatementSeparator: ',',
  payoutWebhookIdPaths: [['id'], ['payoutId'], ['payout', 'id'], ['data', 'id']],
  webhookSignature: {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    header: 'x-signature',
    prefix: '',
    signedContent: 'body',
    timestampHeader: 'x-timestamp',
    timestampToleranceSeconds: 300,
    mode: 'observe',
  },
};
