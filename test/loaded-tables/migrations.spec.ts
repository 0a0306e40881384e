import { migrations } from '#migrations';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { seedOrders } from '../../bench/stage/orders-seed.js';
import { seedPayouts } from '../../bench/stage/payouts-seed.js';
import { createIndexConcurrently } from '../../migrations/concurrently.js';
import { migrationDataSource } from '../../src/platform/database/connection/data-source.js';
import { runMigrations } from '../../src/platform/database/run-migrations.js';
import { RELEASE_BEFORE } from '../../dev/release/release-before.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { BusyTables } from './busy-tables.js';

const ROWS = 1_000_000;

// The longest time that a migration may delay a caller: the lock timeout of migrations, and as long again for the work
// done under the lock.
const MAX_WAIT_MS = 2_000;

// The specs insert millions of rows and build indexes on them, possibly on two cores.
jest.setTimeout(600_000);

/** The changes that releases usually make to large tables, written so that callers can go on working. */
const USUAL: readonly (new () => MigrationInterface)[] = [
  class AddColumn1900000000000 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE payouts ADD COLUMN is_new boolean NOT NULL DEFAULT false');
      await runner.query('ALTER TABLE payouts ADD CONSTRAINT chk_new CHECK (attempts_made >= 0) NOT VALID');
    }
    async down(): Promise<void> {}
  },
  class ValidateCheck1900000000001 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE payouts VALIDATE CONSTRAINT chk_new');
    }
    async down(): Promise<void> {}
  },
  class BuildIndex1900000000002 implements MigrationInterface {
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      await createIndexConcurrently(runner, 'ix_payouts_new', 'ON payouts (updated_at, id)');
    }
    async down(): Promise<void> {}
  },
];

/** A change that no release may make: it rewrites every row and rebuilds every index under a lock that blocks reads. */
const LOCKING = class WidenColumn1900000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payouts ALTER COLUMN attempts_made TYPE bigint');
  }
  async down(): Promise<void> {}
};

describe(`database with ${ROWS} payouts, orders and changes`, () => {
  let database: TestDatabase;
  let payoutIds: string[];

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
    const known = migrations.findIndex(({ name }) => name === RELEASE_BEFORE.lastMigration) + 1;
    await migrateTo(migrations.slice(0, known));
    await database.query(`INSERT INTO accounts (id, name, sealed_api_token) VALUES (gen_random_uuid(), 'default', '')`);
    // Disables triggers, which halves the time: these generated rows need no checks.
    const options = '-c session_replication_role=replica';
    const pool = new pg.Pool({ connectionString: database.url, max: 1, options });
    await withoutIndexes(pool, async () => {
      await seedPayouts(pool, ROWS);
      await seedOrders(pool, ROWS);
      await pool.query(`INSERT INTO status_changes (subject_type, subject_id, to_status, cause)
        SELECT 'PAYOUT', id, 'APPROVED', 'API' FROM payouts`);
      await pool.query('VACUUM ANALYZE status_changes');
    });
    await pool.end();
    payoutIds = (await database.query<{ id: string }>('SELECT id FROM payouts LIMIT 1000')).map(({ id }) => id);
  });

  afterAll(() => database.drop());

  it.each([
    ['the migrations since the release before', migrations],
    ['the usual changes to large tables', [...migrations, ...USUAL]],
  ])('%s never make a caller wait for 2 s', async (name, wanted) => {
    expect(await longestWaitMs(name, wanted)).toBeLessThan(MAX_WAIT_MS);
  });

  it('a change that rewrites every row makes callers wait for more than 2 s', async () => {
    const wanted = [...migrations, ...USUAL, LOCKING];
    expect(await longestWaitMs('a change that locks', wanted)).toBeGreaterThan(MAX_WAIT_MS);
  });

  async function longestWaitMs(name: string, wanted: readonly (new () => MigrationInterface)[]): Promise<number> {
    const busy = new BusyTables(database.url, payoutIds);
    await migrateTo(wanted);
    await busy.end();
    expect(busy.statements).toBeGreaterThan(0);
    process.stderr.write(`${name}: ${busy.statements} statements, the longest ${Math.round(busy.longestMs)} ms\n`);
    return busy.longestMs;
  }

  async function migrateTo(wanted: readonly (new () => MigrationInterface)[]): Promise<void> {
    const dataSource = migrationDataSource(database.url, [...wanted]);
    await dataSource.initialize();
    await runMigrations(dataSource);
    await dataSource.destroy();
  }
});

/** Drops the tables' indexes, fills the tables, and rebuilds the indexes, which takes a fifth of the time. */
async function withoutIndexes(pool: pg.Pool, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ('{payouts, payout_attempts, orders, status_changes}'::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await pool.query(definition);
}
