import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Config, ConfigError, loadConfig } from './config.js';

type Environment = Readonly<Record<string, string | undefined>>;

const KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');

/** Returns a valid environment with the given overrides. */
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
  it('the configuration has defaults for everything except addresses and secrets', () => {
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

  it('reports all missing variables together', () => {
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
    'rejects %s=%s and names the variable but not its value',
    (name, value) => {
      const problems = problemsOf(environment({ [name]: value }));
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every((problem) => problem.startsWith(`${name} `))).toBe(true);
      if (value.length > 5) expect(problems.join()).not.toContain(value);
      expect(problems.join()).not.toContain('canary');
    },
  );

  it.each(['postgres://purser:can#ary@localhost:5432/purser', 'postgres://purser:canary#@localhost/purser'])(
    'rejects a password with an unescaped # and says how to write it: %s',
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
  ])('%s=%s has several problems, but only the first one to fix is reported', (name, value) => {
    const problems = problemsOf(environment({ [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} (must|still) `));
  });

  it('rejects WAKE_UP=nats without an address, and never shows the credentials in that address', () => {
    expect(problemsOf(environment({ WAKE_UP: 'nats' }))).toEqual(['NATS_URL is missing: WAKE_UP is nats']);
    const config = loadConfig(environment({ WAKE_UP: 'nats', NATS_URL: 'nats://desk:canary@localhost' }));
    expect(config.events.natsUrl?.reveal()).toBe('nats://desk:canary@localhost');
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toContain('canary');
  });

  it("rejects a trace collector's credentials without https, and never shows them", () => {
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

  it('reports all invalid variables together', () => {
    const problems = problemsOf(environment({ PORT: 'x', LOG_LEVEL: 'loud', PUBLIC_URL: undefined }));
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'PUBLIC_URL']);
  });

  it.each(['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010', 'https://x.example/base/'])(
    "accepts %s as the provider's address and removes a trailing slash",
    (url) => {
      expect(loadConfig(environment({ PROVIDER_BASE_URL: url })).provider.baseUrl).toBe(url.replace(/\/$/, ''));
    },
  );

  it('shows no secret when it is printed or serialised', () => {
    const config = loadConfig(environment());
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9 }), String(config.encryption.key)]) {
      expect(text).not.toMatch(/hidden|provider-token|path-secret|aaaa/);
      expect(text).not.toContain(KEY);
    }
    expect(config.bootstrap.providerApiToken.reveal()).toBe('provider-token');
  });

  it('the configuration is frozen', () => {
    const { http } = loadConfig(environment({ ALLOWED_ORIGINS: 'https://a.example' }));
    expect(() => Object.assign(http, { port: 1 })).toThrow(TypeError);
    expect(() => http.allowedOrigins.push('x')).toThrow(TypeError);
  });

  it('ignores unknown variables', () => {
    expect(loadConfig(environment({ PURSER_TYPO: 'x' }))).toBeInstanceOf(Config);
  });
});

describe('variables read from files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'purser-config-'));
  const file = join(directory, 'secret');

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  it('lose the trailing line break of the file', () => {
    writeFileSync(file, 'token-of-a-file\n');
    const config = loadConfig(environment({ PROVIDER_API_TOKEN: undefined, PROVIDER_API_TOKEN_FILE: file }));
    expect(config.bootstrap.providerApiToken.reveal()).toBe('token-of-a-file');
  });

  it('variables read from files are ignored if the variable itself is set', () => {
    const config = loadConfig(environment({ PROVIDER_API_TOKEN_FILE: join(directory, 'nothing') }));
    expect(config.bootstrap.providerApiToken.reveal()).toBe('provider-token');
  });

  it("variables read from files are validated like others, without showing the file's content in an error", () => {
    writeFileSync(file, 'canary');
    const problems = problemsOf(environment({ ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_FILE: file }));
    expect(problems).toEqual(['ENCRYPTION_KEY must be 32 bytes in base64 (44 characters)']);
  });

  it('a file that cannot be read is reported by its variable', () => {
    const missing = join(directory, 'missing');
    const problems = problemsOf(environment({ ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_FILE: missing }));
    expect(problems).toContain('ENCRYPTION_KEY_FILE names a file that cannot be read');
    expect(problems.join()).not.toContain(missing);
  });
});

describe('the settings of the identity provider', () => {
  const provider = {
    OIDC_ISSUER: 'https://id.example/',
    OIDC_AUDIENCE: 'purser',
    OIDC_JWKS_URL: 'https://id.example/keys',
  };

  it('the settings of the identity provider are null by default, and keep the issuer exactly as written', () => {
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

  it('the settings of the identity provider have a client only if its id and secret are set', () => {
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

  it.each(Object.keys(provider))('the settings of the identity provider are rejected if %s is missing', (name) => {
    expect(problemsOf(environment({ ...provider, [name]: undefined }))).toEqual([
      'OIDC_ISSUER, OIDC_AUDIENCE and OIDC_JWKS_URL go together',
    ]);
  });

  it('the settings of the identity provider are rejected if NODE_TLS_REJECT_UNAUTHORIZED turns certificate checks off', () => {
    expect(problemsOf({ ...environment(provider), NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0',
    ]);
  });

  it('require https unless the provider is on this machine', () => {
    const url = 'http://id.example/keys';
    expect(problemsOf(environment({ ...provider, OIDC_JWKS_URL: url }))).toContain('OIDC_JWKS_URL must use https');
    const local = { ...provider, OIDC_JWKS_URL: 'http://127.0.0.1:8080/keys' };
    expect(loadConfig(environment(local)).access.oidc?.jwksUrl).toBe('http://127.0.0.1:8080/keys');
  });
});
