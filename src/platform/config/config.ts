import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isLoopbackHost } from '../../common/network.js';
import type { Secret } from '../../common/secret.js';
import { variables } from './variables.js';

const environment = z.object(variables);

type Values = z.output<typeof environment>;

/** The issuer whose tokens Purser trusts, and how to read their claims. */
export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly rolesClaim: string;
  /** Whether a roles claim that is a single string is a space-separated list. */
  readonly isRolesClaimList: boolean;
  readonly client: OidcClientSettings | null;
}

export interface OidcClientSettings {
  readonly id: string;
  /** Null for a public client, which has no secret. */
  readonly secret: Secret | null;
  readonly scopes: string;
  /** Whether the ID token and the access token have different subjects for the same person. */
  readonly hasPairwiseSubjects: boolean;
}

export interface TracingSettings {
  /** Base URL. The exporter appends the path for each signal. */
  readonly endpoint: string;
  /** `name=value` pairs, separated by commas. */
  readonly headers: Secret | null;
  readonly serviceName: string;
  /** Share of traces to keep, from 0 to 1. */
  readonly sampledShare: number;
  /** Networks whose requests may continue a trace of the caller. */
  readonly trustedCallers: readonly string[];
}

/** The environment is invalid. The message names every bad variable and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const settingsOf = (values: Values) => ({
  http: {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    /** Origin of the pages where people sign in. */
    ownOrigin: new URL(values.DASHBOARD_URL ?? values.PUBLIC_URL).origin,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
  },
  sockets: { maxPerProcess: values.SOCKETS_PER_PROCESS, maxPerAddress: values.SOCKETS_PER_ADDRESS },
  /** How the dashboard names this installation. */
  desk: {
    environment: values.DESK_ENVIRONMENT,
    merchantName: values.MERCHANT_NAME,
  },
  database: {
    url: values.DATABASE_URL,
    /** Address of the same database without a pooler; `url` by default. */
    directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    /** Whether `url` leads to a pooler, which keeps no session settings. */
    isPooled: values.DATABASE_DIRECT_URL !== undefined,
    /** The role that migrates; null if `url` has that role. */
    ownerUrl: values.DATABASE_OWNER_URL ?? null,
    /** A standby for reads that may be a few seconds behind; null if there is none. */
    readUrl: values.DATABASE_READ_URL ?? null,
    poolSize: values.DATABASE_POOL_SIZE,
    statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: values.DATABASE_LOCK_TIMEOUT_MS,
    readPoolSize: values.DATABASE_READ_POOL_SIZE,
    readTimeoutMs: values.DATABASE_READ_TIMEOUT_MS,
    readMaxLagMs: values.DATABASE_READ_MAX_LAG_MS,
    failover: values.DATABASE_FAILOVER,
  },
  events: {
    /** How replicas notify each other that the log has grown. */
    wakeUp: values.WAKE_UP,
    natsUrl: values.NATS_URL ?? null,
  },
  encryption: {
    /** Encrypts new values. */
    key: values.ENCRYPTION_KEY,
    /** Decrypt values that were encrypted with earlier keys. */
    readableKeys: values.ENCRYPTION_KEYS_READABLE,
    /** Null means that `key` is used. */
    hashKey: values.HASH_KEY ?? null,
  },
  bootstrap: {
    apiKey: values.BOOTSTRAP_API_KEY,
    approverApiKey: values.APPROVER_API_KEY ?? null,
    accountName: values.BOOTSTRAP_ACCOUNT_NAME,
    providerApiToken: values.PROVIDER_API_TOKEN,
  },
  access: {
    requestsPerSecond: values.KEY_REQUESTS_PER_SECOND,
    requestBurst: values.KEY_REQUEST_BURST,
    readsAtOnce: values.KEY_READS_AT_ONCE,
    changesAtOnce: values.KEY_CHANGES_AT_ONCE,
    failuresPerMinute: values.FAILED_AUTHENTICATIONS_PER_MINUTE,
    oidc: oidcSettingsOf(values),
  },
  provider: {
    baseUrl: values.PROVIDER_BASE_URL,
    timeoutMs: values.PROVIDER_TIMEOUT_MS,
    requestsPerSecond: values.PROVIDER_REQUESTS_PER_SECOND,
    refreshSeconds: values.PROVIDER_REFRESH_SECONDS,
    profileFile: values.PROVIDER_PROFILE_FILE ?? null,
  },
  orders: {
    webhookPathSecret: values.ORDER_WEBHOOK_PATH_SECRET,
    redirectHosts: values.ORDER_REDIRECT_HOSTS,
  },
  cards: {
    windowMinutes: values.CARD_LIMIT_MINUTES,
    limits: {
      perEmail: values.CARD_LIMIT_PER_EMAIL,
      perNetwork: values.CARD_LIMIT_PER_NETWORK,
      perBin: values.CARD_LIMIT_PER_BIN,
      perKey: values.CARD_LIMIT_PER_KEY,
      unpaidPercent: values.CARD_LIMIT_UNPAID_PERCENT,
    },
  },
  payouts: {
    /** The current secret comes first. */
    webhookSecrets: [
      values.WEBHOOK_SECRET,
      ...(values.WEBHOOK_SECRET_PREVIOUS ? [values.WEBHOOK_SECRET_PREVIOUS] : []),
    ],
    closeAfterMinutes: values.PAYOUT_CLOSE_AFTER_MINUTES,
    journalFile: values.PAYOUT_JOURNAL_FILE ?? null,
    /** Number of approvers for payouts that match no policy. */
    approversDefault: values.PAYOUT_APPROVERS_DEFAULT,
    approvalHours: values.PAYOUT_APPROVAL_HOURS,
    gate: {
      maxUnconfirmed: values.PAYOUT_GATE_MAX_UNCONFIRMED,
      maxUnconfirmedPercent: values.PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT,
    },
  },
  audit: { anchorFile: values.AUDIT_ANCHOR_FILE ?? null },
  /** Retention periods in days. */
  retention: {
    webhookBodyDays: values.WEBHOOK_BODY_RETENTION_DAYS,
    recipientDays: values.RECIPIENT_RETENTION_DAYS,
    /** Null keeps all partitions. */
    partitionMonths: values.PARTITION_RETENTION_MONTHS ?? null,
  },
  /** 0 disables scheduled runs. */
  reconciliation: { intervalMinutes: values.RECONCILIATION_INTERVAL_MINUTES },
  graphql: {
    introspection: values.GRAPHQL_INTROSPECTION,
    usesPlans: values.GRAPHQL_PLANS,
    trustedDocumentsFile: values.GRAPHQL_TRUSTED_DOCUMENTS_FILE ?? null,
  },
  roles: { api: values.PURSER_ROLES.includes('api'), worker: values.PURSER_ROLES.includes('worker') },
  observability: {
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    /** Null disables tracing. */
    tracing: tracingSettingsOf(values),
  },
});

type Settings = ReturnType<typeof settingsOf>;

/** All settings, validated and frozen. This class is its injection token. */
export class Config extends (Object as unknown as new () => {
  readonly [Section in keyof Settings]: Readonly<Settings[Section]>;
}) {
  constructor(values: Values) {
    super();
    deepFreeze(Object.assign(this, settingsOf(values)));
  }
}

/**
 * Reads the configuration from the environment. An empty variable counts as absent, so `PORT=` in an env file means the
 * default.
 * @throws ConfigError naming all invalid variables
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
  if (parsed.data?.OIDC_CLIENT_ID !== undefined && given === 0) problems.push('OIDC_CLIENT_ID goes with OIDC_ISSUER');
  if (parsed.data?.WAKE_UP === 'nats' && parsed.data.NATS_URL === undefined) {
    problems.push('NATS_URL is missing: WAKE_UP is nats');
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_EXPORTER_OTLP_HEADERS: headers } = parsed.data ?? {};
  if (headers && (collector === undefined || !isEncryptedOrLocal(collector))) {
    problems.push('OTEL_EXPORTER_OTLP_HEADERS needs an OTEL_EXPORTER_OTLP_ENDPOINT with https');
  }
  // With Node's own switch for this, a man in the middle could replace the identity provider's keys.
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') problems.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0');
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return new Config(parsed.data);
}

/**
 * Reads only the database's address, for tools that need nothing else.
 * @throws ConfigError if the address is missing or invalid
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

function isEncryptedOrLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

function oidcSettingsOf(values: Values): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl } = values;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return null;
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_SCOPES: scopes } = values;
  const { OIDC_PAIRWISE_SUBJECTS: hasPairwiseSubjects } = values;
  const client = id === undefined ? null : { id, secret: secret ?? null, scopes, hasPairwiseSubjects };
  const { OIDC_ROLES_CLAIM: rolesClaim, OIDC_ROLES_CLAIM_IS_LIST: isRolesClaimList } = values;
  return { issuer, audience, jwksUrl, rolesClaim, isRolesClaimList, client };
}

function tracingSettingsOf(values: Values): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values;
  if (endpoint === undefined) return null;
  return {
    endpoint,
    headers: headers ?? null,
    serviceName: values.OTEL_SERVICE_NAME,
    sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
    trustedCallers: values.TRACEPARENT_CALLERS,
  };
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
