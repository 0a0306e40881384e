/** Key of a second person, which every test's Purser knows. */
export const APPROVER_API_KEY = 'pk_test_approver_0123456789abcdefghijklmnopq';

/** Key of an operator, which every test's database holds. */
export const OPERATOR_API_KEY = 'pk_test_operator_0123456789abcdefghijklmnopq';

/**
 * For specs of a provider that does not answer, which wait for so long. All others leave it the time that a busy
 * machine takes.
 */
export const IMPATIENT = { PROVIDER_TIMEOUT_MS: '2500' } as const;

/** Settings of a test's Purser. Random-looking, fixed, and of no value anywhere else. */
export const TEST_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
  BOOTSTRAP_API_KEY: 'pk_test_0123456789abcdefghijklmnopqrstuvwxyz',
  APPROVER_API_KEY,
  // The sandbox is the provider, and takes the neutral words of the interface.
  DESK_ENVIRONMENT: 'sandbox',
  PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  PROVIDER_API_TOKEN: 'sandbox-token-of-the-tests',
  PROVIDER_REQUESTS_PER_SECOND: '10000',
  ORDER_WEBHOOK_PATH_SECRET: 'webhook-path-secret-of-the-tests-0123456789',
  WEBHOOK_SECRET: 'payout-webhook-secret-of-the-tests',
  GRAPHQL_INTROSPECTION: 'true',
  // Payouts move at once; the specs of policies set them, and one spec runs with the default.
  PAYOUT_APPROVERS_DEFAULT: '0',
  // One key and one address for everything that a spec does; the specs of the limits set their own.
  KEY_REQUESTS_PER_SECOND: '100000',
  KEY_REQUEST_BURST: '100000',
  KEY_READS_AT_ONCE: '1000',
  // A busy machine takes seconds over a read; the specs of the limit set their own.
  DATABASE_READ_TIMEOUT_MS: '20000',
  PROVIDER_REFRESH_SECONDS: '0',
  KEY_CHANGES_AT_ONCE: '10000',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '100000',
  // The same few payers and banks in every spec.
  CARD_LIMIT_PER_EMAIL: '100000',
  CARD_LIMIT_PER_NETWORK: '100000',
  CARD_LIMIT_PER_BIN: '100000',
  CARD_LIMIT_PER_KEY: '100000',
} as const;

/** A gate that payouts without a known outcome do not shut. */
export const OPEN_GATE = {
  PAYOUT_GATE_MAX_UNCONFIRMED: '1000',
  PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '100',
} as const;
