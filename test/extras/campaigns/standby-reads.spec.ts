import pg from 'pg';
import { EXTRAS } from '../../../src/extras/extras.js';
import type { Standby } from '../../../src/extras/standby/standby.js';
import { StandbyReads } from '../../../src/platform/database/standby-reads.port.js';
import { MetricsRegistry } from '../../../src/platform/observability/metrics-registry.js';
import { LOG_START, toCursor } from '../../../src/platform/events/status-change.js';
import type { PostgresPair } from '../../rig/stage/postgres/postgres-pair.js';
import { insertKey } from '../../support/api-keys.js';
import { eventually } from '../../support/eventually.js';
import type { GraphqlClient } from '../../support/graphql-client.js';
import { createdOrder, getOrder, watchOrders } from '../../support/orders.js';
import { openPostgresPair, type TestPair } from '../../support/postgres-pair.js';
import { startPurser, type TestPurser } from '../../support/purser.js';
import { TestSandbox } from '../../support/sandbox.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

// Servers are initialised, copied and started, which takes seconds, and much longer on a busy machine.
jest.setTimeout(120_000);

const READER = '7d3f2a52-4a4f-4f0e-9f0a-2b4b6d1c5e01';

const standbyOf = (purser: TestPurser): Standby => purser.service(StandbyReads) as Standby;

describe('reads from a standby', () => {
  let opened: TestPair;
  let pair: PostgresPair;
  let sandbox: TestSandbox;
  let standbyServer: pg.Client;
  /**
   * Two replicas. `patient` accepts a lag of a minute, so it keeps reading from a paused standby. `strict` accepts a
   * second.
   */
  let patient: TestPurser;
  let strict: TestPurser;
  let standby: Standby;

  beforeAll(async () => {
    [opened, sandbox] = await Promise.all([openPostgresPair('asynchronous'), TestSandbox.start()]);
    pair = opened.pair;
    const start = (maxLagMs: number): Promise<TestPurser> =>
      startPurser(
        {
          DATABASE_URL: pair.url,
          DATABASE_READ_URL: pair.standbyUrl,
          DATABASE_READ_MAX_LAG_MS: String(maxLagMs),
          PROVIDER_BASE_URL: sandbox.url,
          PURSER_ROLES: 'api',
        },
        EXTRAS,
      );
    patient = await start(60_000);
    strict = await start(1_000);
    await insertKey(keyTable(), { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
    standby = standbyOf(patient);
    await connectToStandby();
  });

  afterAll(async () => {
    await standbyServer.end();
    await Promise.all([patient.close(), strict.close()]);
    await Promise.all([sandbox.close(), opened.close()]);
  });

  const keyTable = () => ({
    url: pair.url,
    query: (sql: string, values: readonly unknown[]) => pair.query(sql, values),
  });

  /** Returns the key of a new caller, who has neither changed nor received anything. */
  const newReader = async (): Promise<string> => insertKey(keyTable(), { roles: ['viewer'] });

  async function connectToStandby(): Promise<void> {
    standbyServer = new pg.Client({ connectionString: pair.standbyUrl });
    standbyServer.on('error', () => undefined);
    await standbyServer.connect();
  }

  /** Waits until the standby has caught up and a replica has used it since. */
  async function standbyIsUsed(by = standby): Promise<void> {
    await pair.standbyIsLevel();
    const since = performance.now();
    await eventually('the standby is used', () => Promise.resolve((by.newestShown()?.sentAt ?? 0) > since || null));
  }

  const pause = async (): Promise<void> => {
    await standbyServer.query('SELECT pg_wal_replay_pause()');
    await eventually('the standby stands still', async () => {
      const { rows } = await standbyServer.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return rows[0]?.state === 'paused' || null;
    });
  };

  const resume = () => standbyServer.query('SELECT pg_wal_replay_resume()');

  interface Page {
    readonly ids: readonly string[];
    readonly liveCursor: string;
  }

  async function page(api: GraphqlClient): Promise<Page> {
    const { orders } = await api.request<{ orders: { nodes: { id: string }[]; pageInfo: { liveCursor: string } } }>(
      '{ orders(first: 100) { nodes { id } pageInfo { liveCursor } } }',
    );
    return { ids: orders.nodes.map(({ id }) => id), liveCursor: orders.pageInfo.liveCursor };
  }

  /** Counts lines in the log. Two applications in one process share the log of the second. */
  const timesTold = (...parts: readonly string[]): number =>
    strict.logLines.filter((line) => parts.every((part) => line.includes(`"${part}"`))).length;

  const whenTold = (times: number, ...parts: readonly string[]) =>
    eventually(parts.join(' '), () => Promise.resolve(timesTold(...parts) >= times || null));

  it('a list may be old, but on no replica older than what the caller changed or received', async () => {
    const key = await newReader();
    // The first use of a key writes a row, so use it before the standby is paused.
    await page(patient.as(key));
    await standbyIsUsed();
    await pause();
    try {
      const { id } = await createdOrder(strict.api);
      // Proof that this replica has heard of the order before it shows a page without it.
      await (await watchOrders(patient.as(await newReader()), { after: toCursor(LOG_START) })).next();
      const old = await page(patient.as(key));
      expect(old.ids).not.toContain(id);
      // A single object is always read from the primary, because people act on it.
      expect(await getOrder(patient.as(key), id)).toMatchObject({ id });
      // The caller who created the order sees it, even on the other replica.
      expect((await page(patient.api)).ids).toContain(id);

      const following = await watchOrders(strict.as(key), { after: old.liveCursor });
      const { orderStatusChanged: change } = await following.next();
      expect(change.order.id).toBe(id);
      expect((await page(patient.as(key))).ids).toContain(id);
      await following.close();
    } finally {
      await resume();
    }
    await standbyIsUsed();
    expect((await page(patient.as(await newReader()))).ids).toHaveLength(1);
  });

  it('once a caller subscribes, lists are as new as the subscription, even before its first event', async () => {
    const key = await newReader();
    await standbyIsUsed();
    await pause();
    try {
      const { id } = await createdOrder(strict.api);
      expect((await page(patient.as(key))).ids).not.toContain(id);
      const following = await watchOrders(strict.as(key), {});
      await eventually('a page shows it', async () => (await page(patient.as(key))).ids.includes(id) || null);
      await following.close();
    } finally {
      await resume();
    }
  });

  it('the primary answers while the standby lags too far behind', async () => {
    const key = await newReader();
    await standbyIsUsed(standbyOf(strict));
    const before = timesTold('standby_not_used', 'BEHIND');
    await pause();
    try {
      const { id } = await createdOrder(patient.api);
      await eventually('the primary is asked', async () => (await page(strict.as(key))).ids.includes(id) || null);
      await whenTold(before + 1, 'standby_not_used', 'BEHIND');
    } finally {
      await resume();
    }
    await standbyIsUsed(standbyOf(strict));
  });

  it('the primary answers a statement that failed on the standby, unless it timed out', async () => {
    await standbyIsUsed();
    const beat = standby.newestShown()!;
    const failing = (code: string) => `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`;
    // A conflict with replay, which says nothing about the next statement.
    expect(await standby.ask(beat, READER, [failing('40001')])).toBeNull();
    expect(standby.newestShown()).not.toBeNull();
    // The statement was canceled, but not because of its timeout.
    expect(await standby.ask(beat, READER, [failing('57014')])).toBeNull();
    expect(standby.newestShown()).toBeNull();
    await standbyIsUsed();
    expect(await standby.ask(beat, READER, ['SELECT 1 AS one'])).toEqual({ rows: [{ one: 1 }] });
    // A moment that the standby has not reached yet.
    expect(await standby.ask({ ...beat, number: beat.number + 1_000 }, READER, ['SELECT 1'])).toBeNull();
  });

  it('the primary answers while the standby is down, and the standby answers again once it is back', async () => {
    await standbyIsUsed();
    const key = await newReader();
    const { id } = await createdOrder(strict.api);
    const used = timesTold('standby_used');
    await pair.standby.kill();
    expect((await page(patient.as(key))).ids).toContain(id);
    await whenTold(2, 'standby_not_used', 'AWAY');
    expect((await page(patient.as(key))).ids).toContain(id);
    await pair.standby.start();
    await connectToStandby();
    await standbyIsUsed();
    await whenTold(used + 2, 'standby_used');
    const metrics = await patient.service(MetricsRegistry).metrics();
    expect(metrics).toMatch(/^purser_standby_lag_seconds \d/m);
    for (const outcome of ['answered', 'failed']) {
      expect(metrics).toMatch(new RegExp(`^purser_standby_reads_total{outcome="${outcome}"} [1-9]`, 'm'));
    }
    expect(metrics).toMatch(/^purser_database_connections{pool="purser-standby",state="idle"} \d/m);
  });

  it('a list is as new as the last event of a subscription, however long ago that began', async () => {
    const key = await newReader();
    await standbyIsUsed();
    const following = await watchOrders(strict.as(key), { after: toCursor(LOG_START) });
    await following.next();
    await pause();
    try {
      // Deleted while the subscription is up to date. Otherwise an earlier change could be delivered now and count for
      // the page.
      await pair.query('DELETE FROM fresh_readers', []);
      // Moves the clock past the five seconds for which a row in fresh_readers counts.
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
      const { id } = await createdOrder(strict.api);
      expect((await page(patient.as(await newReader()))).ids).not.toContain(id);
      for (let told = ''; told !== id;) told = (await following.next()).orderStatusChanged.order.id;
      expect((await page(patient.as(key))).ids).toContain(id);
    } finally {
      jest.restoreAllMocks();
      await resume();
      await following.close();
    }
  });
});
