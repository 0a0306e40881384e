import type { Secrets } from './generated-secrets.js';

export interface StackSettings {
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly purserPort: number;
  readonly sandboxPort: number;
  readonly consolePort: number | undefined;
  readonly logLevel: string;
  readonly sandboxBookFile: string;
}

/** Variables that Node or its child programs may need. The rest of the environment is dropped. */
const MACHINE_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'];

/** Prefers the user's own secrets to the generated ones. An empty variable counts as absent, as it does in Purser. */
export function chooseSecrets(generated: Secrets, environment: NodeJS.ProcessEnv): Secrets {
  return {
    ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] || generated.ENCRYPTION_KEY,
    PROVIDER_API_TOKEN: environment['PROVIDER_API_TOKEN'] || generated.PROVIDER_API_TOKEN,
    WEBHOOK_SECRET: environment['WEBHOOK_SECRET'] || generated.WEBHOOK_SECRET,
    ORDER_WEBHOOK_PATH_SECRET: environment['ORDER_WEBHOOK_PATH_SECRET'] || generated.ORDER_WEBHOOK_PATH_SECRET,
    BOOTSTRAP_API_KEY: environment['BOOTSTRAP_API_KEY'] || generated.BOOTSTRAP_API_KEY,
    APPROVER_API_KEY: environment['APPROVER_API_KEY'] || generated.APPROVER_API_KEY,
  };
}

/**
 * Builds the environment of a Purser replica. The user's variables win, except for the ones that the stack sets: its
 * database, its secrets (which already include the user's) and the replica's port.
 */
export function purserEnvironment(
  settings: StackSettings,
  user: NodeJS.ProcessEnv,
  replicaPort: number,
): NodeJS.ProcessEnv {
  return {
    ...machineEnvironment(),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${settings.purserPort}`,
    PROVIDER_BASE_URL: `http://127.0.0.1:${settings.sandboxPort}`,
    DESK_ENVIRONMENT: 'sandbox',
    GRAPHQL_INTROSPECTION: 'true',
    // Purser sends a new user's first payout without waiting for a person, who would have to approve it by default.
    PAYOUT_APPROVERS_DEFAULT: '0',
    LOG_LEVEL: settings.logLevel,
    ...present(user),
    ...settings.secrets,
    ALLOWED_ORIGINS: allowedOrigins(user['ALLOWED_ORIGINS'], settings.consolePort),
    PORT: String(replicaPort),
    DATABASE_URL: settings.databaseUrl,
  };
}

/** Builds the sandbox's environment with Purser's token and Purser's secret webhook address. */
export function sandboxEnvironment(settings: StackSettings, user: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { secrets, purserPort } = settings;
  return {
    ...machineEnvironment(),
    SANDBOX_API_TOKENS: secrets.PROVIDER_API_TOKEN,
    SANDBOX_ORDER_WEBHOOK_URL: `http://127.0.0.1:${purserPort}/webhooks/orders/${secrets.ORDER_WEBHOOK_PATH_SECRET}`,
    SANDBOX_PAYOUT_WEBHOOK_URL: `http://127.0.0.1:${purserPort}/webhooks/payouts`,
    SANDBOX_PAYOUT_WEBHOOK_SECRET: secrets.WEBHOOK_SECRET,
    SANDBOX_BOOK_FILE: settings.sandboxBookFile,
    LOG_LEVEL: settings.logLevel,
    ...present(user),
    SANDBOX_PORT: String(settings.sandboxPort),
  };
}

function machineEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(MACHINE_VARIABLES.map((name) => [name, process.env[name]]));
}

function present(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

function allowedOrigins(users: string | undefined, consolePort: number | undefined): string {
  const ours = consolePort === undefined ? [] : [`http://localhost:${consolePort}`, `http://127.0.0.1:${consolePort}`];
  return [...(users === undefined || users === '' ? [] : [users]), ...ours].join(',');
}
