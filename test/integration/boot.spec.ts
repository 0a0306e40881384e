import pg from 'pg';
import { DataSource } from 'typeorm';
import { readsTimes } from '../../src/platform/database/connection/probes.js';
import { startPurser, TEST_SETTINGS } from '../support/purser.js';
import { startThroughOutage } from '../support/start-outage.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('starting on a database in use', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const purser = await startPurser({ DATABASE_URL: database.url });
    await purser.close();
  });

  afterAll(async () => {
    await database.drop();
  });

  const token = (): Promise<unknown[]> => database.query('SELECT id, sealed_api_token FROM accounts');

  it('refuses to start with another ENCRYPTION_KEY, and leaves the database unchanged', async () => {
    const before = await token();
    const otherKey = Buffer.from(TEST_SETTINGS.ENCRYPTION_KEY, 'base64').reverse().toString('base64');
    await expect(startPurser({ DATABASE_URL: database.url, ENCRYPTION_KEY: otherKey })).rejects.toMatchObject({
      name: 'UnsealError',
      message: expect.not.stringContaining(otherKey) as string,
    });
    expect(await token()).toEqual(before);
  });

  it('keeps the account and its token if the settings are the same', async () => {
    const before = await token();
    const purser = await startPurser({ DATABASE_URL: database.url });
    await purser.close();
    expect(await token()).toEqual(before);
  });

  it('stores a changed token of the account, encrypted', async () => {
    const [before] = await token();
    const purser = await startPurser({ DATABASE_URL: database.url, PROVIDER_API_TOKEN: 'another-token-of-the-tests' });
    await purser.close();
    const [after] = await token();
    expect(after).not.toEqual(before);
    const [row] = await database.query<{ text: string }>(
      `SELECT encode(sealed_api_token, 'escape') AS text FROM accounts`,
    );
    expect(row!.text).not.toContain('another-token');
  });

  it.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])(
    'refuses to start behind a pooler that drops %s, unless the role sets it',
    async (name) => {
      const others = ['statement_timeout = 5000', 'lock_timeout = 2000', 'idle_in_transaction_session_timeout = 10000'];
      const set = async (settings: readonly string[]): Promise<void> => {
        const on = `ALTER DATABASE ${new URL(database.url).pathname.slice(1)}`;
        await database.query(`${on} RESET ALL`);
        for (const setting of settings) await database.query(`${on} SET ${setting}`);
      };
      const pooled = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url };
      await set(others.filter((setting) => !setting.startsWith(`${name} `)));
      await expect(startPurser(pooled)).rejects.toThrow(
        new RegExp(`^${name} is none .* ALTER ROLE \\w+ SET ${name} = `),
      );
      await set(others);
      await (await startPurser(pooled)).close();
      await set([]);
    },
  );

  describe('a database with other settings', () => {
    const SETTINGS = [
      `datestyle = 'SQL, DMY'`,
      `timezone = 'Asia/Kathmandu'`,
      'search_path = elsewhere',
      `default_transaction_isolation = 'repeatable read'`,
    ];
    const TIME_OUTS = [
      'statement_timeout = 5000',
      'lock_timeout = 2000',
      'idle_in_transaction_session_timeout = 10000',
    ];

    const set = async (settings: readonly string[]): Promise<void> => {
      const on = `ALTER DATABASE ${new URL(database.url).pathname.slice(1)}`;
      await database.query(`${on} RESET ALL`);
      for (const setting of settings) await database.query(`${on} SET ${setting}`);
    };

    afterEach(() => set([]));

    it('Purser works normally, because each connection makes its own settings', async () => {
      await set(SETTINGS);
      const purser = await startPurser({ DATABASE_URL: database.url });
      expect((await fetch(`${purser.url}/readyz`)).status).toBe(200);
      const { apiKeys } = await purser.admin.request<{ apiKeys: { nodes: { createdAt: string }[] } }>(
        '{ apiKeys { nodes { createdAt } } }',
      );
      const ageMs = Date.now() - Date.parse(apiKeys.nodes[0]!.createdAt);
      expect(Math.abs(ageMs)).toBeLessThan(3_600_000);
      await purser.close();
    });

    it.each([
      ['DateStyle', SETTINGS[0]!],
      ['search_path', SETTINGS[2]!],
      ['default_transaction_isolation', SETTINGS[3]!],
    ])('refuses to start behind a pooler that drops %s, unless the role sets it', async (name, setting) => {
      await set([...TIME_OUTS, setting]);
      const pooled = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url };
      await expect(startPurser(pooled)).rejects.toThrow(new RegExp(`^${name} is .* ALTER ROLE \\w+ SET ${name} = `));
    });

    it('Purser is not ready once the database returns times in another format', async () => {
      await set([SETTINGS[0]!]);
      const other = new DataSource({ type: 'postgres', driver: pg, url: database.url });
      await other.initialize();
      expect(await readsTimes(other)).toBe(false);
      await other.destroy();
    });
  });

  it.each([
    ['DATABASE_READ_URL', 'standby', {}],
    ['PARTITION_RETENTION_MONTHS', 'partitions', { PARTITION_RETENTION_MONTHS: '12' }],
    ['WAKE_UP', 'nats', { WAKE_UP: 'nats', NATS_URL: 'nats://localhost' }],
  ])('refuses %s if the build lacks src/extras/%s', async (variable, name, settings) => {
    const url = database.url;
    const started = startPurser({
      DATABASE_URL: url,
      ...(name === 'standby' && { DATABASE_READ_URL: url }),
      ...settings,
    });
    await expect(started).rejects.toMatchObject({
      variable,
      hint: expect.stringContaining(`src/extras/${name}`) as string,
    });
  });

  it('starts again if the database disappears while the configured keys are being written', async () => {
    const purser = await startThroughOutage(database, 'api_keys');
    expect((await fetch(`${purser.url}/readyz`)).status).toBe(200);
    expect(purser.logLines.join('\n')).toContain('"event":"waiting_for_database","variable":"DATABASE_URL"');
    await purser.close();
  });

  it('a start does not reactivate a revoked bootstrap key', async () => {
    await database.query('UPDATE api_keys SET revoked_at = now()');
    const purser = await startPurser({ DATABASE_URL: database.url });
    const answer = await purser.api.send('{ accounts { id } }');
    await purser.close();
    expect(answer.status).toBe(401);
  });
});
