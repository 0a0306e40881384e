/** Key of a second person, which every test's Purser accepts. */
export const APPROVER_API_KEY = 'pk_test_approver_0123456789abcdefghijklmnopq';

/** Key of an operator, which every test's database contains. */
export const OPERATOR_API_KEY = 'pk_test_operator_0123456789abcdefghijklmnopq';

/** For specs about a provider that does not answer. All other specs keep a timeout that suits a busy machine. */
export const IMPATIENT = { PROVIDER_TIMEOUT_MS: '2500' } as const;

/** Settings for a test's Purser: random-looking, fixed and valid nowhere else. */
export const TEST_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
  BOOTSTRAP_API_KEY: 'pk_test_0123456789abcdefghijklmnopqrstuvwxyz',
  APPROVER_API_KEY,
  // The sandbox plays the provider, and accepts the placeholder words of the provider's document.
  DESK_ENVIRONMENT: 'sandbox',
  PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  PROVIDER_API_TOKEN: 'sandbox-token-of-the-tests',
  PROVIDER_REQUESTS_PER_SECOND: '10000',
  ORDER_WEBHOOK_PATH_SECRET: 'webhook-path-secret-of-the-tests-0123456789',
  WEBHOOK_SECRET: 'payout-webhook-secret-of-the-tests',
  GRAPHQL_INTROSPECTION: 'true',
  // All specs pass with and without plans.
  GRAPHQL_PLANS: process.env['GRAPHQL_PLANS'] ?? 'true',
  // Payouts move without approval. Specs about policies set their own value, and one spec runs with the default.
  PAYOUT_APPROVERS_DEFAULT: '0',
  // One key and one address send all requests of a spec. Specs about the limits set their own values.
  KEY_REQUESTS_PER_SECOND: '100000',
  KEY_REQUEST_BURST: '100000',
  KEY_READS_AT_ONCE: '1000',
  // A read can take seconds on a busy machine. Specs about the limit set their own values.
  DATABASE_READ_TIMEOUT_MS: '20000',
  PROVIDER_REFRESH_SECONDS: '0',
  KEY_CHANGES_AT_ONCE: '10000',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '100000',
  // All specs use the same few payers and banks.
  CARD_LIMIT_PER_EMAIL: '100000',
  CARD_LIMIT_PER_NETWORK: '100000',
  CARD_LIMIT_PER_BIN: '100000',
  CARD_LIMIT_PER_KEY: '100000',
} as const;

/** Keeps the gate open, however many payouts become unconfirmed. */
export const OPEN_GATE = {
  PAYOUT_GATE_MAX_UNCONFIRMED: '1000',
  PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '100',
} as const;
