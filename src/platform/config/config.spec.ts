import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Config, ConfigError, loadConfig } from './config.js';

type Environment = Readonly<Record<string, string | undefined>>;

const KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');

/** A usable environment, with overrides. */
const environment = (overrides: Environment = {}): Environment => ({
  PUBLIC_URL: 'https://purser.example',
  DATABASE_URL: 'postgres://purser:hidden@localhost:5432/purser',
  ENCRYPTION_KEY: KEY,
  BOOTSTRAP_API_KEY: 'a-bootstrap-key-of-32-characters',
  PROVIDER_BASE_URL: 'https://provider.example',
  PROVIDER_API_TOKEN: 'provider-token',
  ORDER_WEBHOOK_PATH_SECRET: 'path-secret-path-secret-path-secret',
  WEBHOOK_SECRET: 'webhook-secret-webhook-secret',
  ...overrides,
});

function problemsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has defaults for everything but addresses and secrets', () => {
    const { http, roles, database, graphql, observability } = loadConfig(environment({ PORT: '' }));
    expect(http).toMatchObject({ port: 3000, allowedOrigins: [], trustedProxies: [] });
    expect(roles).toEqual({ api: true, worker: true });
    expect(database).toMatchObject({ statementTimeoutMs: 5_000, lockTimeoutMs: 2_000 });
    expect(graphql.introspection).toBe(false);
    expect(observability).toEqual({
      logLevel: 'info',
      metricsPort: null,
      metricsHost: '127.0.0.1',
      tracing: null,
    });
  });

  it('names all missing variables at once', () => {
    expect([...problemsOf({})].sort()).toEqual(
      [
        'BOOTSTRAP_API_KEY',
        'DATABASE_URL',
        'ENCRYPTION_KEY',
        'ORDER_WEBHOOK_PATH_SECRET',
        'PROVIDER_API_TOKEN',
        'PROVIDER_BASE_URL',
        'PUBLIC_URL',
        'WEBHOOK_SECRET',
      ].map((name) => `${name} is missing`),
    );
  });

  const BAD: readonly (readonly [string, readonly string[]])[] = [
    ['PORT', ['-1', '65536', '3000.5', '0x1F', '3e3', 'http', '9999999999']],
    ['PUBLIC_URL', ['http://canary.example', 'canary', '//canary.example', 'ftp://canary.example']],
    ['PROVIDER_BASE_URL', ['http://canary.example', 'https://user:canary@x.example', 'https://x.example/?canary=1']],
    ['PROVIDER_BASE_URL', ['https://x.example/#canary', 'http://127.0.0.1.canary.example', 'http://localhost.canary']],
    ['DATABASE_URL', ['mysql://canary@localhost/x', 'canary', 'postgres://purser:change-me@localhost:5432/purser']],
    [
      'ENCRYPTION_KEY',
      [
        Buffer.alloc(31, 'canary').toString('base64'),
        Buffer.alloc(33, 'canary').toString('base64'),
        Buffer.alloc(32, 7).toString('base64'),
        Buffer.alloc(32, 'canary').toString('hex'),
        `${KEY} `,
        KEY.replaceAll('=', ''),
        'change-me',
      ],
    ],
    [
      'BOOTSTRAP_API_KEY',
      [
        'canary',
        'canary-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        'change-me'.repeat(4),
        'CHANGE_ME'.repeat(4),
        'canary canary canary canary canary',
      ],
    ],
    ['PROVIDER_API_TOKEN', ['canary', 'change-me', 'canary-\u00e9\u00e9\u00e9', 'canary\ncanary']],
    ['ORDER_WEBHOOK_PATH_SECRET', ['canary', 'canary/canary/canary/canary/canary/canary', 'change-me'.repeat(4)]],
    ['ALLOWED_ORIGINS', ['canary.example', 'https://canary.example/', 'https://canary.example/path', '*']],
    ['PROVIDER_REQUESTS_PER_SECOND', ['0', '-1', 'canary', '10001']],
    ['PROVIDER_BASE_URL', ['https://canary.example/v1', 'https://canary.example/v1/']],
    ['PROVIDER_TIMEOUT_MS', ['-1', '99', '120001']],
    ['DATABASE_POOL_SIZE', ['1', '101']],
    [
      'TRUSTED_PROXIES',
      ['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/15', '1', 'proxy.example', '10.0.0.0/33', '10.1', '10.0.0.1,canary'],
    ],
    ['GRAPHQL_INTROSPECTION', ['yes', 'TRUE', '1']],
    ['PURSER_ROLES', ['canary', 'api,canary', ',']],
    ['WAKE_UP', ['canary', 'redis']],
    ['SOCKETS_PER_PROCESS', ['0', '10001']],
    ['SOCKETS_PER_ADDRESS', ['0', '10001']],
    ['NATS_URL', ['canary', 'http://canary.example', 'nats://user:canary@a,tls://b', 'nats://change-me@localhost']],
    ['LOG_LEVEL', ['canary', 'INFO']],
    ['METRICS_PORT', ['canary', '65536']],
    ['BOOTSTRAP_ACCOUNT_NAME', ['c'.repeat(101)]],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['canary', 'ftp://canary.example', 'http://user:canary@x.example']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://x.example/?canary=1', 'http://x.example/#canary']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['canary', 'name=canary,canary', 'name=change-me', 'name=canary canary']],
    ['OTEL_TRACES_SAMPLER_ARG', ['canary', '-0.1', '1.1', '.5', '1e-1']],
    ['TRACEPARENT_CALLERS', ['canary', '10.0.0.0/33']],
  ];

  it.each(BAD.flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'refuses %s=%s, naming the variable and not its value',
    (name, value) => {
      const problems = problemsOf(environment({ [name]: value }));
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every((problem) => problem.startsWith(`${name} `))).toBe(true);
      if (value.length > 5) expect(problems.join()).not.toContain(value);
      expect(problems.join()).not.toContain('canary');
    },
  );

  it.each(['postgres://purser:can#ary@localhost:5432/purser', 'postgres://purser:canary#@localhost/purser'])(
    'names the variable and the remedy if a password contains a raw #: %s',
    (address) => {
      expect(problemsOf(environment({ DATABASE_URL: address }))).toEqual([
        'DATABASE_URL must be a postgres:// URL, with special characters of the password percent-encoded, as %23 for #',
      ]);
      const { database } = loadConfig(environment({ DATABASE_URL: address.replace('#', '%23') }));
      expect(database.url.reveal()).toContain('%23');
    },
  );

  it.each([
    ['ENCRYPTION_KEY', 'AAAA'],
    ['ENCRYPTION_KEY', `${'A'.repeat(43)}=`],
    ['BOOTSTRAP_API_KEY', 'A'.repeat(32)],
    ['BOOTSTRAP_API_KEY', 'AAAA'],
    ['WEBHOOK_SECRET', 'A'.repeat(64)],
    ['ORDER_WEBHOOK_PATH_SECRET', 'AAAA'],
    ['ENCRYPTION_KEY', 'change-me'],
    ['WEBHOOK_SECRET', 'change-me'],
  ])('reports one problem of %s=%s, the first to fix', (name, value) => {
    const problems = problemsOf(environment({ [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} (must|still) `));
  });

  it('refuses NATS as the carrier of hints without an address, and never shows its credentials', () => {
    expect(problemsOf(environment({ WAKE_UP: 'nats' }))).toEqual(['NATS_URL is missing: WAKE_UP is nats']);
    const config = loadConfig(environment({ WAKE_UP: 'nats', NATS_URL: 'nats://desk:canary@localhost' }));
    expect(config.events.natsUrl?.reveal()).toBe('nats://desk:canary@localhost');
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toContain('canary');
  });

  it("sends a trace collector's credentials only over https, and never shows them", () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=canary' };
    const problem = 'OTEL_EXPORTER_OTLP_HEADERS needs an OTEL_EXPORTER_OTLP_ENDPOINT with https';
    expect(problemsOf(environment(headers))).toEqual([problem]);
    const to = (endpoint: string) => environment({ ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(problemsOf(to('http://collector.example:4318'))).toEqual([problem]);
    expect(problemsOf(to('http://localhost:4318'))).toEqual([]);
    const config = loadConfig(to('https://collector.example/otlp/'));
    expect(config.observability.tracing).toMatchObject({
      endpoint: 'https://collector.example/otlp',
      serviceName: 'purser',
      sampledShare: 1,
      trustedCallers: [],
    });
    expect(config.observability.tracing?.headers?.reveal()).toBe('x-key=canary');
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toContain('canary');
  });

  it('names all bad variables at once', () => {
    const problems = problemsOf(environment({ PORT: 'x', LOG_LEVEL: 'loud', PUBLIC_URL: undefined }));
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'PUBLIC_URL']);
  });

  it.each(['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010', 'https://x.example/base/'])(
    'accepts the address %s, without a trailing slash',
    (url) => {
      expect(loadConfig(environment({ PROVIDER_BASE_URL: url })).provider.baseUrl).toBe(url.replace(/\/$/, ''));
    },
  );

  it('shows no secret, however it is printed', () => {
    const config = loadConfig(environment());
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9 }), String(config.encryption.key)]) {
      expect(text).not.toMatch(/hidden|provider-token|path-secret|aaaa/);
      expect(text).not.toContain(KEY);
    }
    expect(config.bootstrap.providerApiToken.reveal()).toBe('provider-token');
  });

  it('cannot be changed', () => {
    const { http } = loadConfig(environment({ ALLOWED_ORIGINS: 'https://a.example' }));
    expect(() => Object.assign(http, { port: 1 })).toThrow(TypeError);
    expect(() => http.allowedOrigins.push('x')).toThrow(TypeError);
  });

  it('ignores variables it does not know', () => {
    expect(loadConfig(environment({ PURSER_TYPO: 'x' }))).toBeInstanceOf(Config);
  });
});

describe('variables from files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'purser-config-'));
  const file = join(directory, 'secret');

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  it('variables from files are read without the trailing line break', () => {
    writeFileSync(file, 'token-of-a-file\n');
    const config = loadConfig(environment({ PROVIDER_API_TOKEN: undefined, PROVIDER_API_TOKEN_FILE: file }));
    expect(config.bootstrap.providerApiToken.reveal()).toBe('token-of-a-file');
  });

  it('a direct variable takes precedence', () => {
    const config = loadConfig(environment({ PROVIDER_API_TOKEN_FILE: join(directory, 'nothing') }));
    expect(config.bootstrap.providerApiToken.reveal()).toBe('provider-token');
  });

  it("variables from files are checked like others, without showing the file's content", () => {
    writeFileSync(file, 'canary');
    const problems = problemsOf(environment({ ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_FILE: file }));
    expect(problems).toEqual(['ENCRYPTION_KEY must be 32 bytes in base64 (44 characters)']);
  });

  it('an unreadable file is named', () => {
    const missing = join(directory, 'missing');
    const problems = problemsOf(environment({ ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_FILE: missing }));
    expect(problems).toContain('ENCRYPTION_KEY_FILE names a file that cannot be read');
    expect(problems.join()).not.toContain(missing);
  });
});

describe('the identity provider', () => {
  const provider = {
    OIDC_ISSUER: 'https://id.example/',
    OIDC_AUDIENCE: 'purser',
    OIDC_JWKS_URL: 'https://id.example/keys',
  };

  it('the identity provider is off by default, and its issuer is kept literally', () => {
    expect(loadConfig(environment()).access.oidc).toBeNull();
    expect(loadConfig(environment(provider)).access.oidc).toEqual({
      issuer: 'https://id.example/',
      audience: 'purser',
      jwksUrl: 'https://id.example/keys',
      rolesClaim: 'roles',
      isRolesClaimList: false,
      client: null,
    });
  });

  it('signs browsers in with a client, and does not without one', () => {
    const client = { OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: 'canary-secret-0123456789' };
    const { oidc } = loadConfig(environment({ ...provider, ...client })).access;
    expect([oidc?.client?.id, oidc?.client?.secret?.reveal(), oidc?.client?.scopes]).toEqual([
      'dashboard',
      'canary-secret-0123456789',
      'openid',
    ]);
    expect(problemsOf(environment(client))).toEqual(['OIDC_CLIENT_ID goes with OIDC_ISSUER']);
    const scopes = { ...provider, OIDC_SCOPES: 'offline_access' };
    expect(problemsOf(environment(scopes))).toEqual(['OIDC_SCOPES must begin with openid']);
  });

  it.each(Object.keys(provider))('refuses an incomplete setup: without %s', (name) => {
    expect(problemsOf(environment({ ...provider, [name]: undefined }))).toEqual([
      'OIDC_ISSUER, OIDC_AUDIENCE and OIDC_JWKS_URL go together',
    ]);
  });

  it('the identity provider is not trusted without its certificate', () => {
    expect(problemsOf({ ...environment(provider), NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0',
    ]);
  });

  it('requires https, unless it is on this machine', () => {
    const url = 'http://id.example/keys';
    expect(problemsOf(environment({ ...provider, OIDC_JWKS_URL: url }))).toContain('OIDC_JWKS_URL must use https');
    const local = { ...provider, OIDC_JWKS_URL: 'http://127.0.0.1:8080/keys' };
    expect(loadConfig(environment(local)).access.oidc?.jwksUrl).toBe('http://127.0.0.1:8080/keys');
  });
});
