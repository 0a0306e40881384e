import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { TcpProxy } from '../rig/stage/network/tcp-proxy.js';
import { eventually } from '../support/eventually.js';
import { insertKey } from '../support/api-keys.js';
import { OPERATOR_API_KEY, TEST_SETTINGS } from '../support/purser.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const MAIN = join(__dirname, '..', '..', 'dist', 'main.js');

describe('compiled dist/main.js', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
  });

  afterAll(async () => {
    await database.drop();
  });

  it('three processes start together on an empty database, serve requests, and exit with code 0 on SIGTERM', async () => {
    const replicas = [1, 2, 3].map(() => run({ ...TEST_SETTINGS, DATABASE_URL: database.url, NODE_DEBUG: 'module' }));
    for (const replica of replicas) {
      const url = await eventually('it listens', () => Promise.resolve(replica.listeningUrl()));
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }
    for (const replica of replicas) replica.signal('SIGTERM');
    for (const replica of replicas) {
      expect(await replica.exitCode).toBe(0);
      expect(replica.output()).toMatch(/_load REQUEST \S+ parent: \S+bundle\.cjs/);
      // OpenTelemetry and NATS are separate files, which are loaded only if configured.
      expect(replica.output()).not.toMatch(/open-telemetry|nats-connection/);
    }
  });

  it('the start waits for a database that refuses connections, and then names the missing provider words', async () => {
    const url = new URL(database.url);
    const proxy = await TcpProxy.listen(null);
    const aimAt = Number(url.port);
    url.port = String(proxy.port);
    const replica = run({ ...TEST_SETTINGS, DATABASE_URL: url.href, DESK_ENVIRONMENT: 'live' });
    await eventually('it waits', () =>
      Promise.resolve(/"event":"waiting_for_database","variable":"DATABASE_URL"/.exec(replica.output())),
    );
    proxy.aim(aimAt);
    await eventually('it listens', () => Promise.resolve(replica.listeningUrl()));
    expect(replica.output()).toMatch(/"event":"listening".*"unsetWords":\[.*"payoutWalletNames\.WALLET_X1"/);
    replica.signal('SIGTERM');
    expect(await replica.exitCode).toBe(0);
    await proxy.close();
  });

  it('the start refuses bad settings, names each of them and shows no value', async () => {
    const refused = run({
      ...TEST_SETTINGS,
      DATABASE_URL: 'mysql://canary-user:canary-password@localhost/db',
      PORT: 'canary-port',
      ENCRYPTION_KEY: 'canary-key-change-me',
      BOOTSTRAP_API_KEY: '',
      PROVIDER_BASE_URL: 'http://canary.example',
    });
    expect(await refused.exitCode).toBe(1);
    for (const name of ['DATABASE_URL', 'PORT', 'ENCRYPTION_KEY', 'BOOTSTRAP_API_KEY', 'PROVIDER_BASE_URL']) {
      expect(refused.output()).toContain(name);
    }
    expect(refused.output()).not.toContain('canary');
  });

  it('the start warns of an insecure database connection, and shows no value', async () => {
    const refused = run({ ...TEST_SETTINGS, DATABASE_URL: 'postgres://canary:canary@canary.invalid/canary' });
    expect(await refused.exitCode).toBe(1);
    expect(refused.output()).toContain('"event":"database_connection_not_verified","variable":"DATABASE_URL"');
    expect(refused.output()).not.toContain('canary:');
  });

  it('dist/ starts without package.json, and keeps compiled code if this Node version can', async () => {
    const directory = temporaryDirectory();
    await cp(dirname(MAIN), join(directory.path, 'dist'), {
      recursive: true,
      filter: (path) => !/\.(?:map|ts)$|\/compiled$/.test(path),
    });
    const main = join(directory.path, 'dist', 'main.js');
    // Without a package.json, Node treats the file as CommonJS unless it contains module syntax.
    const replica = run({ ...TEST_SETTINGS, DATABASE_URL: database.url }, main);
    const url = await eventually('it listens', () => Promise.resolve(replica.listeningUrl()));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    replica.signal('SIGTERM');
    expect(await replica.exitCode).toBe(0);
    expect(existsSync(join(directory.path, 'dist', 'compiled'))).toBe('enableCompileCache' in Module);
    directory.remove();
  });

  it('the start warns about an unknown setting, and suggests the likely one', async () => {
    const replica = run({ ...TEST_SETTINGS, DATABASE_URL: database.url, PAYOUT_APROVERS_DEFAULT: '2' });
    await eventually('it listens', () => Promise.resolve(replica.listeningUrl()));
    replica.signal('SIGTERM');
    expect(await replica.exitCode).toBe(0);
    expect(replica.output()).toMatch(
      /"event":"setting_not_known","name":"PAYOUT_APROVERS_DEFAULT","meant":"PAYOUT_APPROVERS_DEFAULT"/,
    );
  });

  it('a provider call is logged with the ids of the request and the order', async () => {
    const replica = run({ ...TEST_SETTINGS, DATABASE_URL: database.url });
    const url = await eventually('it listens', () => Promise.resolve(replica.listeningUrl()));
    await insertKey(database, { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
    const input = { amount: '10.50', currency: 'EUR', purpose: 'Two tickets', externalId: 'followed' };
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR_API_KEY}` },
      body: JSON.stringify({
        query:
          'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } userErrors { code } } }',
        variables: { input },
      }),
    });
    const { data } = (await response.json()) as { data: { createOrder: { order: { id: string } } } };
    replica.signal('SIGTERM');
    await replica.exitCode;
    const lines = replica
      .output()
      .split('\n')
      .filter((text) => text.includes('"provider_call"'))
      .map((text) => JSON.parse(text) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({
        operation: 'createOrder',
        orderId: data.createOrder.order.id,
        requestId: response.headers.get('x-request-id'),
        accountId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        outcome: 'not_sent',
      }),
    );
  });

  it.each(['PORT', 'METRICS_PORT'])('an error names the setting whose port is in use: %s', async (variable) => {
    const taken = await TcpProxy.listen(null);
    const refused = run({ ...TEST_SETTINGS, DATABASE_URL: database.url, [variable]: String(taken.port) });
    expect(await refused.exitCode).toBe(1);
    await taken.close();
    expect(refused.output()).toMatch(
      new RegExp(`"event":"boot_failed","variable":"${variable}","hint":"Another process`),
    );
    expect(refused.output().match(/Another process listens/g)).toHaveLength(1);
    expect(refused.output()).not.toContain('ExceptionHandler');
  });

  it('an error names the setting whose file cannot be used', async () => {
    const refused = run({ ...TEST_SETTINGS, DATABASE_URL: database.url, GRAPHQL_TRUSTED_DOCUMENTS_FILE: MAIN });
    expect(await refused.exitCode).toBe(1);
    expect(refused.output().match(/cannot be read as JSON/g)).toHaveLength(1);
    expect(refused.output()).toContain('"event":"boot_failed","variable":"GRAPHQL_TRUSTED_DOCUMENTS_FILE"');
    expect(refused.output()).not.toContain('ExceptionHandler');
  });

  it('the start refuses an encryption key that does not match the database', async () => {
    const refused = run({
      ...TEST_SETTINGS,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.from('another key of thirty-two bytes!').toString('base64'),
    });
    expect(await refused.exitCode).toBe(1);
    expect(refused.output()).toContain('ENCRYPTION_KEY');
  });
});

function run(settings: Readonly<Record<string, string>>, main = MAIN) {
  const child = spawn(process.execPath, [main], { env: { ...settings, LOG_LEVEL: 'info' }, stdio: 'pipe' });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    exitCode: new Promise<number | null>((resolve) => child.once('close', resolve)),
    output: () => output,
    listeningUrl: () => /"event":"listening","url":"([^"]+)"/.exec(output)?.[1],
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  };
}
