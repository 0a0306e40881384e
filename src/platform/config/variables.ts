import * as z from 'zod';
import {
  collectorUrl,
  databaseUrl,
  encryptionKey,
  flag,
  headers,
  identityProviderUrl,
  list,
  natsUrl,
  network,
  origin,
  proxyNetwork,
  secret,
  serviceUrl,
  share,
  wholeNumber,
} from './value.schema.js';

interface VariableMeta {
  readonly description: string;
  /** The value in `.env.example`; null comments the variable out there. */
  readonly example: string | null;
}

function described<T extends z.ZodType>(schema: T, about: VariableMeta): T {
  return schema.meta({ ...about });
}

/**
 * Every environment variable that Purser reads. With `_FILE` appended to the name, the value is read from a file,
 * because orchestrators mount secrets as files.
 */
export const variables = {
  PORT: described(wholeNumber({ from: 0, to: 65_535 }).prefault('3000'), {
    description: 'Port of the HTTP and WebSocket API.',
    example: '3000',
  }),
  HOST: described(z.string().min(1).prefault('0.0.0.0'), {
    description: 'Address the API listens on.',
    example: '0.0.0.0',
  }),
  PUBLIC_URL: described(serviceUrl, {
    description: 'Address at which the provider reaches this service; https unless it is this machine.',
    example: 'https://purser.example.com',
  }),
  DASHBOARD_URL: described(serviceUrl.optional(), {
    description: 'Address at which people open Purser in a browser, when it is another one than PUBLIC_URL.',
    example: null,
  }),
  DESK_ENVIRONMENT: described(z.enum(['live', 'sandbox'], 'must be live or sandbox').prefault('live'), {
    description: 'Whose money moves: sandbox makes the dashboard say on every page that none does.',
    example: 'live',
  }),
  MERCHANT_NAME: described(z.string().min(1).max(100).prefault('Purser'), {
    description: 'Name of the merchant, as the dashboard shows it.',
    example: 'Purser',
  }),
  ALLOWED_ORIGINS: described(list.pipe(z.array(origin)).prefault(''), {
    description: 'Web origins whose pages may call the API, separated by commas; none by default.',
    example: null,
  }),
  TRUSTED_PROXIES: described(list.pipe(z.array(proxyNetwork)).prefault(''), {
    description:
      'Addresses or networks of the reverse proxies in front, separated by commas; X-Forwarded-For is believed of them only.',
    example: null,
  }),
  DATABASE_URL: described(databaseUrl, {
    description: 'PostgreSQL 15 or newer, primary server; session connections, unless DATABASE_DIRECT_URL is set.',
    example: 'postgres://purser:change-me@localhost:5432/purser',
  }),
  DATABASE_DIRECT_URL: described(databaseUrl.optional(), {
    description:
      'The same database past a pooler, for LISTEN and migrations; DATABASE_URL may then lead through one in transaction mode.',
    example: null,
  }),
  DATABASE_OWNER_URL: described(databaseUrl.optional(), {
    description:
      'The same database in the role that owns it, for migrations; DATABASE_URL then gets no more rights than it needs.',
    example: null,
  }),
  DATABASE_READ_URL: described(databaseUrl.optional(), {
    description:
      'A standby of the same database, with session connections; lists, counts and series are then read there.',
    example: null,
  }),
  DATABASE_POOL_SIZE: described(wholeNumber({ from: 2, to: 100 }).prefault('10'), {
    description: 'Connections each replica may hold, beside one for LISTEN.',
    example: '10',
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: described(wholeNumber({ from: 100, to: 600_000 }).prefault('5000'), {
    description: 'A statement running longer is cancelled by the database.',
    example: '5000',
  }),
  DATABASE_LOCK_TIMEOUT_MS: described(wholeNumber({ from: 50, to: 600_000 }).prefault('2000'), {
    description: 'A statement waiting longer for a lock is cancelled by the database.',
    example: '2000',
  }),
  // Each connection can keep one database core busy. A page takes milliseconds, so two connections serve hundreds of
  // pages a second.
  DATABASE_READ_POOL_SIZE: described(wholeNumber({ from: 1, to: 100 }).prefault('2'), {
    description:
      'Connections each replica may hold for what queries and subscriptions of the API read; to a standby as many again.',
    example: '2',
  }),
  // A page takes milliseconds, and counting stops at 10,000 rows. Slower queries need a narrower filter.
  DATABASE_READ_TIMEOUT_MS: described(wholeNumber({ from: 50, to: 60_000 }).prefault('1000'), {
    description: 'A statement of such a read running longer is cancelled by the database.',
    example: '1000',
  }),
  // A streaming standby is usually less than a second behind, and people look at a page for more than five.
  DATABASE_READ_MAX_LAG_MS: described(wholeNumber({ from: 1_000, to: 60_000 }).prefault('5000'), {
    description: 'How old the state of a standby may be; while it is older, the primary answers instead.',
    example: '5000',
  }),
  DATABASE_FAILOVER: described(z.enum(['fence', 'synchronous'], 'must be fence or synchronous').prefault('fence'), {
    description:
      'Effect of a failover on payouts. fence shuts the gate until two people open it; synchronous goes on after a promotion, and sends only while commits wait for a standby. See docs/operations/backups.md.',
    example: 'fence',
  }),
  WAKE_UP: described(z.enum(['postgres', 'poll', 'nats'], 'must be postgres, poll or nats').prefault('postgres'), {
    description:
      'Carrier of the hints that there are changes to read: postgres by LISTEN and NOTIFY, nats by NATS_URL, poll by none. See docs/operations/replicas.md.',
    example: 'postgres',
  }),
  NATS_URL: described(natsUrl.optional(), {
    description:
      'Servers of a NATS cluster, separated by commas, for WAKE_UP=nats; tls:// refuses a server without TLS.',
    example: null,
  }),
  ENCRYPTION_KEY: described(encryptionKey, {
    description: 'Key of everything encrypted or hashed at rest: 32 random bytes in base64 (openssl rand -base64 32).',
    example: 'change-me',
  }),
  ENCRYPTION_KEYS_READABLE: described(list.pipe(z.array(encryptionKey).max(5)).prefault(''), {
    description:
      'Keys that open what was sealed with them, separated by commas, while ENCRYPTION_KEY is rotated; five at most.',
    example: null,
  }),
  HASH_KEY: described(encryptionKey.optional(), {
    description:
      'The key of hashes that are only compared: the first ENCRYPTION_KEY of the database, once that has been rotated.',
    example: null,
  }),
  BOOTSTRAP_API_KEY: described(secret({ minLength: 32 }), {
    description:
      'First API key, with the roles admin and auditor; at least 32 random characters (openssl rand -hex 32).',
    example: 'change-me',
  }),
  BOOTSTRAP_ACCOUNT_NAME: described(z.string().min(1).max(100).prefault('default'), {
    description: 'Name of the first merchant account; PROVIDER_API_TOKEN is its token.',
    example: 'default',
  }),
  PROVIDER_BASE_URL: described(
    serviceUrl.refine((url) => !url.endsWith('/v1'), 'must not end in /v1, which Purser adds itself'),
    {
      description: 'Address of the provider, without /v1; https unless it is this machine.',
      example: 'https://api.provider.example',
    },
  ),
  PROVIDER_API_TOKEN: described(secret({ minLength: 8 }), {
    description:
      'X-Api-Token of the first merchant account; stored encrypted when the account is first seen, and updated when it changes here.',
    example: 'change-me',
  }),
  PROVIDER_TIMEOUT_MS: described(wholeNumber({ from: 100, to: 120_000 }).prefault('15000'), {
    description: 'How long an answer of the provider is waited for; after that its outcome is unknown.',
    example: '15000',
  }),
  PROVIDER_REQUESTS_PER_SECOND: described(wholeNumber({ from: 1, to: 10_000 }).prefault('50'), {
    description: 'Requests to the provider a second, all replicas together.',
    example: '50',
  }),
  // Prevents a second read when a button is pressed twice, because the request budget is meant for payments.
  PROVIDER_REFRESH_SECONDS: described(wholeNumber({ from: 0, to: 3_600 }).prefault('5'), {
    description: 'Seconds for which a refresh of an order or payout is answered from the last one; 0 reads each time.',
    example: '5',
  }),
  PROVIDER_PROFILE_FILE: described(z.string().min(1).optional(), {
    description: 'JSON file that overrides assumptions about the provider; see docs/provider.md.',
    example: null,
  }),
  ORDER_WEBHOOK_PATH_SECRET: described(
    secret({ minLength: 32 }).refine(
      (value) => /^[A-Za-z0-9_-]+$/.test(value.reveal()),
      'may hold letters, digits, - and _ only',
    ),
    {
      description: 'The <secret> of /webhooks/orders/<secret>; at least 32 random characters (openssl rand -hex 32).',
      example: 'change-me',
    },
  ),
  WEBHOOK_SECRET: described(secret({ minLength: 16 }), {
    description: 'Secret of the X-Signature on payout webhooks, as the provider gave it.',
    example: 'change-me',
  }),
  WEBHOOK_SECRET_PREVIOUS: described(secret({ minLength: 16 }).optional(), {
    description: 'The secret before, accepted as well while it is being replaced.',
    example: null,
  }),
  APPROVER_API_KEY: described(secret({ minLength: 32 }).optional(), {
    description:
      'API key of a second person, with the role approver: approves payouts and confirms what another proposed.',
    example: null,
  }),
  // A replica can handle several times as much, and a dashboard with a dozen open pages stays far below.
  KEY_REQUESTS_PER_SECOND: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('200'), {
    description: 'Operations a second that one key may ask of one replica over time; more are answered RATE_LIMITED.',
    example: '200',
  }),
  // A nightly export or a restarted shop sends a burst of requests to catch up. The rate still allows for two bursts a
  // minute.
  KEY_REQUEST_BURST: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('1000'), {
    description: 'Operations that one key may ask of one replica at once, after a quiet time.',
    example: '1000',
  }),
  // A query reads at most ten lists, each with separate statements, and a page sends a few queries together.
  KEY_READS_AT_ONCE: described(wholeNumber({ from: 1, to: 1_000 }).prefault('4'), {
    description: 'Queries of one key that one replica carries out at once; 16 more wait for up to 2 s.',
    example: '4',
  }),
  // A shop has as many orders in progress as it has payers waiting for the provider.
  KEY_CHANGES_AT_ONCE: described(wholeNumber({ from: 1, to: 10_000 }).prefault('200'), {
    description: 'Mutations of one key that one replica carries out at once; 16 more wait for up to 2 s.',
    example: '200',
  }),
  // With the default, sockets and requests together stay below the usual limit of 1,024 descriptors per process.
  SOCKETS_PER_PROCESS: described(wholeNumber({ from: 1, to: 10_000 }).prefault('500'), {
    description: 'WebSockets that one replica carries; each takes a descriptor and some 40 kB.',
    example: '500',
  }),
  // Enough for a team behind one address with a few tabs each. It stops a flood from a single network.
  SOCKETS_PER_ADDRESS: described(wholeNumber({ from: 1, to: 10_000 }).prefault('20'), {
    description: 'WebSockets of one address, or IPv6 /64, among them.',
    example: '20',
  }),
  // A person who mistypes a key tries a few times; a program with an old key tries every second.
  FAILED_AUTHENTICATIONS_PER_MINUTE: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('60'), {
    description: 'Unknown keys that one address may present to one replica a minute before it is told to wait.',
    example: '60',
  }),
  // Long enough that testing a list of cards takes days, and short enough that a payer who was mistaken for a tester
  // can come back.
  CARD_LIMIT_MINUTES: described(wholeNumber({ from: 1, to: 1_440 }).prefault('60'), {
    description: 'Minutes for which cards count in full, and for which no card is sent once there were too many.',
    example: '60',
  }),
  // Payers retry a card, then try a second and a third one. Someone with ten cards in an hour, none of them paid, is no
  // payer.
  CARD_LIMIT_PER_EMAIL: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('10'), {
    description: 'Unpaid cards of one e-mail address after which none is sent for CARD_LIMIT_MINUTES.',
    example: '10',
  }),
  // An office or a mobile operator shares one address. Allows for three payers there, provided that hardly any of the
  // cards is paid.
  CARD_LIMIT_PER_NETWORK: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('30'), {
    description:
      'Unpaid cards of one payer address, or IPv6 /64, after which none is sent, if CARD_LIMIT_UNPAID_PERCENT are unpaid.',
    example: '30',
  }),
  // The default budget allows about five cards a second. If a fifth of them are from one bank and take a minute to be
  // paid, the busiest shop has 60 unpaid ones at a time.
  CARD_LIMIT_PER_BIN: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('100'), {
    description:
      'Unpaid cards with the same first six digits after which none is sent, if CARD_LIMIT_UNPAID_PERCENT are unpaid.',
    example: '100',
  }),
  // All payers of a shop share its key, so only declined cards count. Only someone testing a list of cards reaches this
  // number.
  CARD_LIMIT_PER_KEY: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('50'), {
    description:
      'Declined cards of one API key after which none is sent, if CARD_LIMIT_UNPAID_PERCENT of those that ended are.',
    example: '50',
  }),
  // Shops see one card in five declined, bad shops one in two. With a list of guessed cards hardly any order is paid.
  CARD_LIMIT_UNPAID_PERCENT: described(wholeNumber({ from: 1, to: 100 }).prefault('80'), {
    description:
      'Share of unpaid cards, in percent, from which on the cards of an address, a BIN or a key are limited.',
    example: '80',
  }),
  OIDC_ISSUER: described(identityProviderUrl.optional(), {
    description:
      'Issuer of tokens with which people sign in, as in their iss claim; only API keys are known when unset.',
    example: null,
  }),
  OIDC_AUDIENCE: described(z.string().min(1).max(200).optional(), {
    description: 'Name that the aud claim of those tokens must have; goes with OIDC_ISSUER.',
    example: null,
  }),
  OIDC_JWKS_URL: described(serviceUrl.optional(), {
    description: 'Where the public keys of the issuer are; https unless it is this machine; goes with OIDC_ISSUER.',
    example: null,
  }),
  OIDC_CLIENT_ID: described(z.string().min(1).max(200).optional(), {
    description: 'Name under which Purser sends browsers to the issuer to sign in; goes with OIDC_ISSUER.',
    example: null,
  }),
  OIDC_CLIENT_SECRET: described(secret({ minLength: 16 }).optional(), {
    description: 'Secret of that client, when the issuer gives it one.',
    example: null,
  }),
  OIDC_SCOPES: described(
    z
      .string()
      .regex(/^openid( [\x21-\x7e]+)*$/, 'must begin with openid')
      .prefault('openid'),
    {
      description:
        'Scopes that browsers ask the issuer for, openid first; some issuers need offline_access for refreshing.',
      example: 'openid',
    },
  ),
  OIDC_PAIRWISE_SUBJECTS: described(flag.prefault('false'), {
    description:
      'true when the issuer calls one person differently in the ID token and in the access token, as some do; false compares the two.',
    example: 'false',
  }),
  OIDC_ROLES_CLAIM: described(z.string().min(1).max(200).prefault('roles'), {
    description: 'Claim that holds the roles (viewer, operator, approver, admin, auditor); a dot leads into an object.',
    example: 'roles',
  }),
  OIDC_ROLES_CLAIM_IS_LIST: described(flag.prefault('false'), {
    description:
      'true when the roles claim is one text with roles separated by spaces; otherwise such a text is one role.',
    example: 'false',
  }),
  WEBHOOK_BODY_RETENTION_DAYS: described(wholeNumber({ from: 1, to: 3_650 }).prefault('90'), {
    description: 'Days after its last delivery at which the body of a webhook is purged; its hash is kept.',
    example: '90',
  }),
  RECIPIENT_RETENTION_DAYS: described(wholeNumber({ from: 1, to: 3_650 }).prefault('180'), {
    description:
      'Days after the last change of a payout or order that has ended at which its recipient or the hashes of its customer, and the details of the provider, are purged; the mask is kept.',
    example: '180',
  }),
  // A completed payout is read back for a month, and disputes come up months later.
  PARTITION_RETENTION_MONTHS: described(wholeNumber({ from: 6, to: 1_200 }).optional(), {
    description:
      'Months after which partitions of payouts that are all final are detached, and of their webhooks and changes; never when absent.',
    example: null,
  }),
  PAYOUT_APPROVERS_DEFAULT: described(wholeNumber({ from: 0, to: 2 }).prefault('1'), {
    description: 'How many people approve a payout that no policy matches: 0, 1 or 2.',
    example: '1',
  }),
  PAYOUT_APPROVAL_HOURS: described(wholeNumber({ from: 1, to: 720 }).prefault('24'), {
    description: 'How old an approval may be when the payout is sent; after that it must be approved again.',
    example: '24',
  }),
  PAYOUT_CLOSE_AFTER_MINUTES: described(wholeNumber({ from: 0, to: 100_000 }).prefault('60'), {
    description: 'How old an unconfirmed attempt or order must be before two people may close it.',
    example: '60',
  }),
  PAYOUT_JOURNAL_FILE: described(z.string().min(1).optional(), {
    description:
      'Journal file of this replica alone: how far it saw the database, to notice files that were put back. See docs/operations/backups.md.',
    example: null,
  }),
  PAYOUT_GATE_MAX_UNCONFIRMED: described(wholeNumber({ from: 1, to: 1_000_000 }).prefault('3'), {
    description: 'Unconfirmed payouts within ten minutes that shut the gate.',
    example: '3',
  }),
  PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: described(wholeNumber({ from: 1, to: 100 }).prefault('5'), {
    description: 'Share of unconfirmed payouts among the last fifty, in percent, above which the gate shuts.',
    example: '5',
  }),
  RECONCILIATION_INTERVAL_MINUTES: described(wholeNumber({ from: 0, to: 10_080 }).prefault('30'), {
    description: 'Minutes between two reconciliation runs of an account; 0 runs none but those asked for.',
    example: '30',
  }),
  ORDER_REDIRECT_HOSTS: described(list.prefault(''), {
    description: 'Hosts that successUrl and failUrl may name, separated by commas; any https host when empty.',
    example: '',
  }),
  GRAPHQL_INTROSPECTION: described(flag.prefault('false'), {
    description: 'Lets clients read the schema; for development.',
    example: 'false',
  }),
  GRAPHQL_PLANS: described(flag.prefault('true'), {
    description: 'Executes known documents by plans, without Apollo; false costs speed and helps to look for a fault.',
    example: 'true',
  }),
  GRAPHQL_TRUSTED_DOCUMENTS_FILE: described(z.string().min(1).optional(), {
    description: 'JSON file { "<sha256 of document>": "<document>" }; when set, every other document is refused.',
    example: null,
  }),
  PURSER_ROLES: described(list.pipe(z.array(z.enum(['api', 'worker'])).min(1)).prefault('api,worker'), {
    description: 'Duties of this process: api answers requests, worker runs the scheduled ticks.',
    example: 'api,worker',
  }),
  AUDIT_ANCHOR_FILE: described(z.string().min(1).optional(), {
    description:
      'File to which a worker appends the head of the audit chain, best on another volume than the database.',
    example: null,
  }),
  METRICS_PORT: described(wholeNumber({ from: 0, to: 65_535 }).optional(), {
    description: 'Port of /metrics; no metrics are served when unset.',
    example: null,
  }),
  METRICS_HOST: described(z.union([z.ipv4(), z.ipv6()], 'must be an address to listen on').prefault('127.0.0.1'), {
    description: 'Address that /metrics listens on; in a container one that nothing but the monitoring reaches.',
    example: '127.0.0.1',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(collectorUrl.optional(), {
    description: 'Address of a collector that traces are sent to by OTLP over HTTP; none are made when unset.',
    example: null,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: described(headers.optional(), {
    description: 'Headers for the collector, as name=value separated by commas; credentials go over https alone.',
    example: null,
  }),
  OTEL_SERVICE_NAME: described(z.string().min(1).max(100).prefault('purser'), {
    description: 'Name of this service in traces.',
    example: 'purser',
  }),
  OTEL_TRACES_SAMPLER_ARG: described(share.prefault('1'), {
    description: 'Share of traces that are made, from 0 to 1, unless a trusted caller decided already.',
    example: '1',
  }),
  TRACEPARENT_CALLERS: described(list.pipe(z.array(network)).prefault(''), {
    description:
      'Addresses or networks of callers whose traceparent is continued, separated by commas; none by default.',
    example: null,
  }),
  LOG_LEVEL: described(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).prefault('info'), {
    description: 'Least severe log line that is written: trace, debug, info, warn, error or silent.',
    example: 'info',
  }),
} as const;

export function describeVariable(name: keyof typeof variables): VariableMeta {
  const { description, example } = variables[name].meta() ?? {};
  if (description === undefined) throw new Error(`${name} is not described`);
  return { description, example: typeof example === 'string' ? example : null };
}
