import { findFreePort } from '../../../dev/processes/local.port.js';
import type { SupervisedProcess } from '../../../dev/processes/supervised-process.js';
import { makeOperatorKey } from '../../../dev/start/operator-key.js';
import { startReady } from '../../../dev/start/readiness-probe.js';
import { migrations } from '#migrations';
import { ChangeSubscriber, keyOfChange } from '../../rig/callers/change-subscriber.js';
import { TcpProxy } from '../../rig/stage/network/tcp-proxy.js';
import { eventually } from '../../support/eventually.js';
import { RELEASE_BEFORE } from '../../../dev/release/release-before.js';
import { buildReleaseBefore } from '../../support/release-before.js';
import { readSchema } from '../../support/schema-lines.js';
import { TestSandbox } from '../../support/sandbox.js';
import { TEST_SETTINGS } from '../../support/settings.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { UpgradeLoad } from './upgrade-load.js';

// So many payouts and orders in each phase that every caller has used every replica several times.
const A_WHILE = 12;

// Log lines from this level on are errors.
const ERROR_LEVEL = 50;

// Starts Purser three times under load, and builds the previous release.
jest.setTimeout(180_000);

interface Replica {
  readonly url: string;
  readonly port: number;
  readonly process: SupervisedProcess;
}

describe('upgrade from the previous release', () => {
  const complaints: string[] = [];
  let database: TestDatabase;
  let sandbox: TestSandbox;
  /** The address that the provider knows. It leads to either release. */
  let front: TcpProxy;
  let mainBefore: string;
  let before: Replica;
  let after: Replica;
  let load: UpgradeLoad;
  let subscribers: ChangeSubscriber[];
  const ports: number[] = [];

  beforeAll(async () => {
    mainBefore = buildReleaseBefore(process.cwd());
    database = await createTestDatabase({ isEmpty: true });
    sandbox = await TestSandbox.start();
    await sandbox.changeSettings({ payoutProcessingDelayMs: 20, payoutCompletionDelayMs: 50 });
    front = await TcpProxy.listen(null);
    ports.push(await findFreePort(), await findFreePort());
    await sandbox.sendWebhooksTo(
      `http://127.0.0.1:${front.port}/webhooks/orders/${TEST_SETTINGS.ORDER_WEBHOOK_PATH_SECRET}`,
    );
    before = await start('before', mainBefore, ports[0]!);
    front.aim(before.port);
    const apiKey = await makeOperatorKey({
      graphqlUrl: `${before.url}/graphql`,
      bootstrapKey: TEST_SETTINGS.BOOTSTRAP_API_KEY,
      approverKey: TEST_SETTINGS.APPROVER_API_KEY,
    });
    load = new UpgradeLoad({ apiKey, sandbox, urls: [before.url] });
    const replicaUrls = ports.map((port) => `http://127.0.0.1:${port}`);
    subscribers = [0, 1].map((startAt) => new ChangeSubscriber({ replicaUrls, apiKey, startAt }));
    subscribers[0]!.begin();
    await load.goOn(A_WHILE);
  });

  afterAll(async () => {
    await load.end();
    await Promise.all(subscribers.map((subscriber) => subscriber.end()));
    await Promise.all([before, after].map((replica) => replica.process.stop()));
    await front.close();
    await sandbox.close();
    await database.drop();
  });

  it('the database is as the previous release made it', async () => {
    expect((await ranMigrations()).at(-1)).toBe(RELEASE_BEFORE.lastMigration);
  });

  it('the migrations run while the previous release serves', async () => {
    after = await start('after', 'dist/main.js', ports[1]!);
    expect(await ranMigrations()).toEqual(migrations.map(({ name }) => name));
    subscribers[1]!.begin();
    await load.goOn(A_WHILE);
    expect(seen()).toEqual([]);
  });

  it('the upgraded schema equals that of a new database', async () => {
    const fresh = await createTestDatabase();
    const [upgraded, made] = [await readSchema(database), await readSchema(fresh)];
    await fresh.drop();
    expect(made.length).toBeGreaterThan(300);
    expect(upgraded).toEqual(made);
  });

  it("both releases share the work, and receive each other's webhooks", async () => {
    await load.lead([before.url, after.url]);
    for (const { port } of [after, before, after]) {
      front.aim(port);
      await load.goOn(A_WHILE);
    }
    expect(seen()).toEqual([]);
  });

  it('the new release continues alone', async () => {
    await load.lead([after.url]);
    before.process.kill('SIGTERM');
    expect((await before.process.exited).how).toBe('exit code 0');
    await load.goOn(A_WHILE);
    expect(seen()).toEqual([]);
  });

  it('the previous release can be started again and continues alone', async () => {
    before = await start('before again', mainBefore, ports[0]!);
    front.aim(before.port);
    await load.lead([before.url]);
    after.process.kill('SIGTERM');
    expect((await after.process.exited).how).toBe('exit code 0');
    await load.goOn(A_WHILE);
    expect(seen()).toEqual([]);
  });

  it('nothing is lost or done twice', async () => {
    await load.end();
    await eventually('all is settled', async () => {
      const [row] = await database.query<{ open: number }>(
        `SELECT (SELECT count(*) FROM payouts WHERE status <> 'COMPLETED')::int
              + (SELECT count(*) FROM orders WHERE status <> 'PAID')::int AS open`,
      );
      return row?.open === 0 ? true : null;
    });
    const known = async (sql: string): Promise<[string, string][]> =>
      (await database.query<{ key: string; id: string }>(sql)).map(({ key, id }) => [key, id]);
    expect(new Map(await known('SELECT idempotency_key AS key, id FROM payouts'))).toEqual(load.payouts);
    expect(new Map(await known('SELECT external_id AS key, id FROM orders'))).toEqual(load.orders);

    const booked = await sandbox.payouts();
    expect(booked).toHaveLength(load.payouts.size);
    expect(new Set(booked.map(({ account }) => account.requisites)).size).toBe(booked.length);
    expect(await sandbox.orders()).toHaveLength(load.orders.size);
    expect(seen()).toEqual([]);
  });

  it('subscribers receive every change once', async () => {
    const rows = await database.query<{ payoutId: string; from: string | null; to: string; occurredAt: Date }>(
      `SELECT subject_id AS "payoutId", from_status AS "from", to_status AS "to", occurred_at AS "occurredAt"
       FROM status_changes WHERE subject_type = 'PAYOUT' ORDER BY id`,
    );
    for (const subscriber of subscribers) {
      // Changes at the same time as the first one received may have come before it, so they are left out.
      const due = rows.filter(({ occurredAt }) => subscriber.since && occurredAt > subscriber.since).map(keyOfChange);
      expect(due.length).toBeGreaterThan(A_WHILE);
      await eventually('all changes have come', () =>
        Promise.resolve(due.every((key) => subscriber.received.has(key)) ? true : null),
      );
      expect(subscriber.repeated).toEqual([]);
    }
  });

  /** Returns all failures of callers and errors in the logs so far. */
  const seen = (): readonly string[] => [...load.failures, ...complaints];

  async function ranMigrations(): Promise<string[]> {
    return (await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);
  }

  async function start(name: string, script: string, port: number): Promise<Replica> {
    const url = `http://127.0.0.1:${port}`;
    const child = await startReady({
      name,
      script,
      readyUrl: `${url}/readyz`,
      environment: {
        ...TEST_SETTINGS,
        DATABASE_URL: database.url,
        PROVIDER_BASE_URL: sandbox.url,
        PUBLIC_URL: `http://127.0.0.1:${front.port}`,
        PORT: String(port),
        LOG_LEVEL: 'info',
      },
      onLine: ({ from, text }) => {
        const { level } = JSON.parse(text) as { level: number };
        if (level >= ERROR_LEVEL) complaints.push(`${from}: ${text}`);
      },
    });
    return { url, port, process: child };
  }
});
