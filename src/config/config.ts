import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Secret } from '../common/secret.js';
import { variables } from './variables.js';

const environment = z.object(variables);

type Values = z.output<typeof environment>;

/** Whose tokens are believed, and what for. */
export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly rolesClaim: string;
}

/** The environment cannot be used. The message names every bad variable and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Everything Purser can be told from outside, validated and frozen. Injectable by its class. */
export class Config {
  readonly http: {
    readonly port: number;
    readonly host: string;
    readonly publicUrl: string;
    readonly allowedOrigins: readonly string[];
    readonly trustedProxies: readonly string[];
  };
  readonly database: {
    readonly url: Values['DATABASE_URL'];
    /** The same database past any pooler: that of `url` unless told otherwise. */
    readonly directUrl: Secret;
    /** `url` leads through a pooler, which keeps no setting of a session. */
    readonly isPooled: boolean;
    /** The role that migrates; null when `url` does. */
    readonly ownerUrl: Secret | null;
    readonly poolSize: number;
    readonly statementTimeoutMs: number;
    readonly lockTimeoutMs: number;
    readonly readPoolSize: number;
    readonly readTimeoutMs: number;
    /** What a failover means for payouts. */
    readonly failover: Values['DATABASE_FAILOVER'];
  };
  readonly encryption: {
    /** Seals whatever is written. */
    readonly key: Secret;
    /** Open what was sealed before, besides. */
    readonly readableKeys: readonly Secret[];
    /** Null: that of the seals. */
    readonly hashKey: Secret | null;
  };
  readonly bootstrap: {
    readonly apiKey: Values['BOOTSTRAP_API_KEY'];
    /** The key of a second person; null when there is none. */
    readonly approverApiKey: Secret | null;
    readonly accountName: string;
    readonly providerApiToken: Values['PROVIDER_API_TOKEN'];
  };
  readonly access: {
    readonly requestsPerSecond: number;
    readonly requestBurst: number;
    readonly readsAtOnce: number;
    readonly changesAtOnce: number;
    readonly failuresPerMinute: number;
    /** The identity provider of the people who sign in; null when there is none. */
    readonly oidc: OidcSettings | null;
  };
  readonly provider: {
    readonly baseUrl: string;
    readonly timeoutMs: number;
    readonly requestsPerSecond: number;
    readonly refreshSeconds: number;
    readonly profileFile: string | null;
  };
  readonly orders: {
    readonly webhookPathSecret: Values['ORDER_WEBHOOK_PATH_SECRET'];
    readonly redirectHosts: readonly string[];
  };
  /** How many cards are sent before they look like guesses. */
  readonly cards: {
    readonly windowMinutes: number;
    readonly limits: {
      readonly perEmail: number;
      readonly perNetwork: number;
      readonly perBin: number;
      readonly perKey: number;
      readonly unpaidPercent: number;
    };
  };
  readonly payouts: {
    /** The current webhook secret first. */
    readonly webhookSecrets: readonly Secret[];
    readonly closeAfterMinutes: number;
    readonly journalFile: string | null;
    /** How many people approve a payout that no policy matches. */
    readonly approversDefault: number;
    readonly approvalHours: number;
    readonly gate: { readonly maxUnconfirmed: number; readonly maxUnconfirmedPercent: number };
  };
  readonly audit: { readonly anchorFile: string | null };
  /** After how many days what is no longer needed is purged. */
  readonly retention: { readonly webhookBodyDays: number; readonly recipientDays: number };
  readonly reconciliation: {
    /** 0: no run begins by itself. */
    readonly intervalMinutes: number;
  };
  readonly graphql: { readonly introspection: boolean; readonly trustedDocumentsFile: string | null };
  readonly roles: { readonly api: boolean; readonly worker: boolean };
  readonly observability: { readonly logLevel: Values['LOG_LEVEL']; readonly metricsPort: number | null };

  constructor(values: Values) {
    this.http = {
      port: values.PORT,
      host: values.HOST,
      publicUrl: values.PUBLIC_URL,
      allowedOrigins: values.ALLOWED_ORIGINS,
      trustedProxies: values.TRUSTED_PROXIES,
    };
    this.database = {
      url: values.DATABASE_URL,
      directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
      isPooled: values.DATABASE_DIRECT_URL !== undefined,
      ownerUrl: values.DATABASE_OWNER_URL ?? null,
      poolSize: values.DATABASE_POOL_SIZE,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: values.DATABASE_LOCK_TIMEOUT_MS,
      readPoolSize: values.DATABASE_READ_POOL_SIZE,
      readTimeoutMs: values.DATABASE_READ_TIMEOUT_MS,
      failover: values.DATABASE_FAILOVER,
    };
    this.encryption = {
      key: values.ENCRYPTION_KEY,
      readableKeys: values.ENCRYPTION_KEYS_READABLE,
      hashKey: values.HASH_KEY ?? null,
    };
    this.bootstrap = {
      apiKey: values.BOOTSTRAP_API_KEY,
      approverApiKey: values.APPROVER_API_KEY ?? null,
      accountName: values.BOOTSTRAP_ACCOUNT_NAME,
      providerApiToken: values.PROVIDER_API_TOKEN,
    };
    this.access = {
      requestsPerSecond: values.KEY_REQUESTS_PER_SECOND,
      requestBurst: values.KEY_REQUEST_BURST,
      readsAtOnce: values.KEY_READS_AT_ONCE,
      changesAtOnce: values.KEY_CHANGES_AT_ONCE,
      failuresPerMinute: values.FAILED_AUTHENTICATIONS_PER_MINUTE,
      oidc: oidcSettingsOf(values),
    };
    this.provider = {
      baseUrl: values.PROVIDER_BASE_URL,
      timeoutMs: values.PROVIDER_TIMEOUT_MS,
      requestsPerSecond: values.PROVIDER_REQUESTS_PER_SECOND,
      refreshSeconds: values.PROVIDER_REFRESH_SECONDS,
      profileFile: values.PROVIDER_PROFILE_FILE ?? null,
    };
    this.orders = {
      webhookPathSecret: values.ORDER_WEBHOOK_PATH_SECRET,
      redirectHosts: values.ORDER_REDIRECT_HOSTS,
    };
    this.cards = {
      windowMinutes: values.CARD_LIMIT_MINUTES,
      limits: {
        perEmail: values.CARD_LIMIT_PER_EMAIL,
        perNetwork: values.CARD_LIMIT_PER_NETWORK,
        perBin: values.CARD_LIMIT_PER_BIN,
        perKey: values.CARD_LIMIT_PER_KEY,
        unpaidPercent: values.CARD_LIMIT_UNPAID_PERCENT,
      },
    };
    this.payouts = {
      webhookSecrets: [
        values.WEBHOOK_SECRET,
        ...(values.WEBHOOK_SECRET_PREVIOUS ? [values.WEBHOOK_SECRET_PREVIOUS] : []),
      ],
      closeAfterMinutes: values.PAYOUT_CLOSE_AFTER_MINUTES,
      journalFile: values.PAYOUT_JOURNAL_FILE ?? null,
      approversDefault: values.PAYOUT_APPROVERS_DEFAULT,
      approvalHours: values.PAYOUT_APPROVAL_HOURS,
      gate: {
        maxUnconfirmed: values.PAYOUT_GATE_MAX_UNCONFIRMED,
        maxUnconfirmedPercent: values.PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT,
      },
    };
    this.audit = { anchorFile: values.AUDIT_ANCHOR_FILE ?? null };
    this.retention = {
      webhookBodyDays: values.WEBHOOK_BODY_RETENTION_DAYS,
      recipientDays: values.RECIPIENT_RETENTION_DAYS,
    };
    this.reconciliation = { intervalMinutes: values.RECONCILIATION_INTERVAL_MINUTES };
    this.graphql = {
      introspection: values.GRAPHQL_INTROSPECTION,
      trustedDocumentsFile: values.GRAPHQL_TRUSTED_DOCUMENTS_FILE ?? null,
    };
    this.roles = { api: values.PURSER_ROLES.includes('api'), worker: values.PURSER_ROLES.includes('worker') };
    this.observability = { logLevel: values.LOG_LEVEL, metricsPort: values.METRICS_PORT ?? null };
    deepFreeze(this);
  }
}

/**
 * Reads the whole configuration from the environment.
 *
 * An empty variable counts as absent, so that `PORT=` in an env file means the default.
 *
 * @throws ConfigError naming every bad variable at once
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const input: Record<string, string> = {};
  for (const name of Object.keys(variables)) {
    const value = readVariable(name, env, problems);
    if (value !== undefined) input[name] = value;
  }
  const parsed = environment.safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      problems.push(`${name} ${input[name] === undefined ? 'is missing' : issue.message}`);
    }
  }
  const { APPROVER_API_KEY: approver, BOOTSTRAP_API_KEY: bootstrap } = parsed.data ?? {};
  if (approver && approver.reveal() === bootstrap?.reveal()) {
    problems.push('APPROVER_API_KEY must be another key than BOOTSTRAP_API_KEY: two people need two');
  }
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl } = parsed.data ?? {};
  const given = [issuer, audience, jwksUrl].filter((value) => value !== undefined).length;
  if (given === 1 || given === 2) problems.push('OIDC_ISSUER, OIDC_AUDIENCE and OIDC_JWKS_URL go together');
  // Node's own switch: the keys of the identity provider would be taken from whoever answers.
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') problems.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0');
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return new Config(parsed.data);
}

/**
 * Reads one address from the environment, for a tool that needs nothing else.
 *
 * @throws ConfigError when it is missing or bad
 */
export function loadDatabaseUrl(env: Readonly<Record<string, string | undefined>> = process.env): Secret {
  const problems: string[] = [];
  const value = readVariable('DATABASE_URL', env, problems);
  const parsed = variables.DATABASE_URL.safeParse(value);
  if (parsed.success) return parsed.data;
  if (problems.length === 0) {
    problems.push(`DATABASE_URL ${value === undefined ? 'is missing' : (parsed.error.issues[0]?.message ?? 'is bad')}`);
  }
  throw new ConfigError(problems);
}

function oidcSettingsOf(values: Values): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl } = values;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return null;
  return { issuer, audience, jwksUrl, rolesClaim: values.OIDC_ROLES_CLAIM };
}

function readVariable(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string | undefined {
  const direct = env[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read`);
    return undefined;
  }
}

function deepFreeze(value: object): void {
  Object.freeze(value);
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) deepFreeze(inner as object);
  }
}
