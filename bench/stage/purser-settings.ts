/** The secrets for all runs. They look random, but are fixed and valid nowhere else. */
export const BOOTSTRAP_API_KEY = 'pk_bench_0123456789abcdefghijklmnopqrstuvwxyz';
export const APPROVER_API_KEY = 'pk_bench_approver_0123456789abcdefghijklmnopq';
export const PROVIDER_API_TOKEN = 'token-of-the-bench';
export const WEBHOOK_PATH_SECRET = 'webhook-path-secret-of-the-bench-0123456789';

/** Purser's default pool size, which the bare server gets as well. */
export const DATABASE_POOL_SIZE = 10;

/** Variables that the image sets for its process; most of them save memory. */
export const IMAGE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  NODE_OPTIONS: '--disable-warning=DEP0169 --max-semi-space-size=8',
} as const;

export interface PurserSettings {
  readonly port: number;
  readonly databaseUrl: string;
  readonly providerUrl: string;
  readonly roles: 'api' | 'worker' | 'api,worker';
}

/** Builds the environment of `dist/main.js`. Variables not listed here keep their defaults. */
export function purserEnvironment({ port, databaseUrl, providerUrl, roles }: PurserSettings): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(DATABASE_POOL_SIZE),
    ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
    BOOTSTRAP_API_KEY,
    APPROVER_API_KEY,
    PROVIDER_BASE_URL: providerUrl,
    PROVIDER_API_TOKEN,
    // The maximum, far above the number of requests sent, so that the budget costs its statements and delays nothing.
    PROVIDER_REQUESTS_PER_SECOND: '10000',
    ORDER_WEBHOOK_PATH_SECRET: WEBHOOK_PATH_SECRET,
    WEBHOOK_SECRET: WEBHOOK_PATH_SECRET,
    // The mutation that creates a payout also sends it.
    PAYOUT_APPROVERS_DEFAULT: '0',
    // All requests of the bench use the same key and are sent as fast as they are answered.
    KEY_REQUESTS_PER_SECOND: '1000000',
    KEY_REQUEST_BURST: '1000000',
    KEY_READS_AT_ONCE: '1000',
    KEY_CHANGES_AT_ONCE: '10000',
    PURSER_ROLES: roles,
    LOG_LEVEL: 'warn',
  };
}
