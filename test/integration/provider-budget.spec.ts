import { DataSource, type QueryRunner } from 'typeorm';
import { PostgresTokenStore } from '../../src/provider/persistence/postgres-token-store.sql.js';
import { configFor } from '../../src/provider/testing/provider-under-test.fixture.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

// 10 requests a second give a bucket of 2 tokens, refilled at 8.1 a second. Background work leaves 1 token.
const config = configFor('http://localhost:4010', { requestsPerSecond: 10 });

let database: TestDatabase;
let dataSource: DataSource;
let runner: QueryRunner;
/**
 * Runs in one transaction, in which now() stands still. So refilling a token takes 123 ms, however slow the machine is.
 */
let store: PostgresTokenStore;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url, poolSize: 8 }).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE provider_budget');
  runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  store = new PostgresTokenStore(runner, config);
});

afterEach(async () => {
  await runner.rollbackTransaction();
  await runner.release();
});

const shiftClock = (interval: string) =>
  runner.query('UPDATE provider_budget SET refilled_at = refilled_at + $1::interval', [interval]);

describe('the token bucket in PostgreSQL', () => {
  it('starts full and grants no more tokens than it holds', async () => {
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 2 });
    const next = await store.lease('interactive', 1);

    expect(next.granted).toBe(0);
    expect(next.nextTokenInMs).toBeGreaterThan(0);
    expect(next.nextTokenInMs).toBeLessThanOrEqual(124);
  });

  it('refills with time, but not beyond its capacity', async () => {
    await store.lease('interactive', 2);
    await shiftClock('-1 hour');

    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 2 });
  });

  it('keeps one token for the interactive lane, even at the first lease', async () => {
    await expect(store.lease('background', 5)).resolves.toMatchObject({ granted: 1 });
    await expect(store.lease('background', 5)).resolves.toMatchObject({ granted: 0 });
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({
      granted: 1,
    });
  });

  it('continues to refill after the clock was set back by a day', async () => {
    await store.lease('interactive', 2);
    await shiftClock('1 day');
    await expect(store.lease('interactive', 1)).resolves.toMatchObject({ granted: 0 });
    await shiftClock('-1 second');

    await expect(store.lease('interactive', 2)).resolves.toMatchObject({ granted: 2 });
  });

  it('tokens held for claims count as part of the capacity', async () => {
    await expect(store.lease('claims', 5)).resolves.toEqual({ granted: 2, nextTokenInMs: 50 });
    await shiftClock('-2 s');
    await expect(store.lease('interactive', 1)).resolves.toMatchObject({ granted: 0 });
    await store.endHeld({ used: 1, unused: 0 });
    await shiftClock('-2 s');
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 1 });
    await store.endHeld({ used: 0, unused: 1 });
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 1 });
  });

  it("counts the refill from when a slow claim's request is sent, not from when its token was held", async () => {
    await store.lease('claims', 2);
    await shiftClock('-2 s');
    await store.endHeld({ used: 2, unused: 0 });
    await expect(store.lease('interactive', 1)).resolves.toMatchObject({ granted: 0 });
  });

  it('gets back the tokens held by a dead process after seven seconds', async () => {
    await store.lease('claims', 2);
    await runner.query(`UPDATE provider_budget SET held_until = ARRAY(
      SELECT until - interval '7 s' FROM unnest(held_until) AS until)`);
    await shiftClock('-7 s');
    await expect(store.lease('claims', 5)).resolves.toMatchObject({ granted: 2 });
  });

  it('concurrent leases together never exceed the rate', async () => {
    const all = new PostgresTokenStore(dataSource, config);
    const startedAt = performance.now();
    const leases = await Promise.all(Array.from({ length: 200 }, () => all.lease('interactive', 1)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const granted = leases.reduce((sum, lease) => sum + lease.granted, 0);

    expect(granted).toBeGreaterThanOrEqual(2);
    expect(granted).toBeLessThanOrEqual(2 + Math.ceil(8.1 * seconds));
  });

  it('a lease fails if the database fails', async () => {
    await runner.query('ALTER TABLE provider_budget RENAME TO gone');
    await expect(store.lease('interactive', 1)).rejects.toThrow();
  });
});
