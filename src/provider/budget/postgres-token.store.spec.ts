import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../dev/embedded-postgres/embedded-postgres.launcher.js';
import { configFor } from '../testing/provider-under-test.fixture.js';
import { PostgresTokenStore } from './postgres-token.store.js';

// The table as the migration makes it.
const TABLE = `CREATE UNLOGGED TABLE provider_budget (
  name text NOT NULL CONSTRAINT pk_provider_budget PRIMARY KEY,
  tokens double precision NOT NULL CONSTRAINT chk_provider_budget_tokens CHECK (tokens >= 0 AND tokens <= 10000),
  last_grant integer NOT NULL CONSTRAINT chk_provider_budget_last_grant CHECK (last_grant >= 0),
  refilled_at timestamptz NOT NULL
) WITH (fillfactor = 50)`;

// 10 a second: a bucket of 2 tokens, of which background leaves 1, filled by 8.1 a second.
const config = configFor('http://localhost:4010', { requestsPerSecond: 10 });

let directory: string;
let postgres: EmbeddedPostgres;
let dataSource: DataSource;
let store: PostgresTokenStore;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'purser-budget-'));
  postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'data'), durable: false });
  dataSource = await new DataSource({ type: 'postgres', url: postgres.url, poolSize: 8 }).initialize();
  await dataSource.query(TABLE);
}, 120_000);

afterAll(async () => {
  await dataSource.destroy();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE provider_budget');
  store = new PostgresTokenStore(dataSource, config);
});

const shiftClock = (interval: string) =>
  dataSource.query('UPDATE provider_budget SET refilled_at = refilled_at + $1::interval', [interval]);

describe('the bucket in PostgreSQL', () => {
  it('begins full and gives no more than it holds', async () => {
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 2 });
    const next = await store.lease('interactive', 1);

    expect(next.granted).toBe(0);
    expect(next.nextTokenInMs).toBeGreaterThan(0);
    expect(next.nextTokenInMs).toBeLessThanOrEqual(124);
  });

  it('fills with time, but not beyond its capacity', async () => {
    await store.lease('interactive', 2);
    await shiftClock('-1 hour');

    await expect(store.lease('interactive', 5)).resolves.toMatchObject({ granted: 2 });
  });

  it('keeps a token for the interactive lane, from the first lease on', async () => {
    await expect(store.lease('background', 5)).resolves.toMatchObject({ granted: 1 });
    await expect(store.lease('background', 5)).resolves.toMatchObject({ granted: 0 });
    await expect(store.lease('interactive', 5)).resolves.toMatchObject({
      granted: 1,
    });
  });

  it('goes on filling after the clock was set back by a day', async () => {
    await store.lease('interactive', 2);
    await shiftClock('1 day');
    await expect(store.lease('interactive', 1)).resolves.toMatchObject({ granted: 0 });
    await shiftClock('-1 second');

    await expect(store.lease('interactive', 2)).resolves.toMatchObject({ granted: 2 });
  });

  it('is one bucket for all who draw at once', async () => {
    const startedAt = performance.now();
    const leases = await Promise.all(Array.from({ length: 200 }, () => store.lease('interactive', 1)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const granted = leases.reduce((sum, lease) => sum + lease.granted, 0);

    expect(granted).toBeGreaterThanOrEqual(2);
    expect(granted).toBeLessThanOrEqual(2 + Math.ceil(8.1 * seconds));
  });

  it('fails when the database does', async () => {
    await dataSource.query('ALTER TABLE provider_budget RENAME TO gone');
    try {
      await expect(store.lease('interactive', 1)).rejects.toThrow();
    } finally {
      await dataSource.query('ALTER TABLE gone RENAME TO provider_budget');
    }
  });
});
