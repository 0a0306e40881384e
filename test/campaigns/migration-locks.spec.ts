import { migrations } from '#migrations';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../migrations/concurrently.js';
import { migrationDataSource } from '../../src/platform/database/connection/data-source.js';
import { runMigrations } from '../../src/platform/database/run-migrations.js';
import { eventually } from '../support/eventually.js';
import { type KnownTables, lintMigration, type LintProblem } from '../support/migration-lint.js';
import { recordMigration } from '../support/recorded-migration.js';
import { RELEASE_BEFORE } from '../../dev/release/release-before.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Tables of the previous release that stay small: they have one row, or one per account, person, rule or day. */
const SMALL = [
  ...['accounts', 'api_keys', 'database_incarnations', 'encryption_check', 'ledger_balances', 'migrations'],
  ...['payout_gate', 'payout_limits', 'payout_policies', 'provider_budget'],
];

const FIRST_NEW = migrations.findIndex(({ name }) => name === RELEASE_BEFORE.lastMigration) + 1;

describe('migrations since the previous release', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
  });

  afterAll(() => database.drop());

  it('the migrations lock no large table for long, and the previous release still works', async () => {
    expect(FIRST_NEW).toBeGreaterThan(0);
    const dataSource = migrationDataSource(database.url, migrations.slice(0, FIRST_NEW));
    await dataSource.initialize();
    await runMigrations(dataSource);
    const tables = await knownTables(database);
    const runner = dataSource.createQueryRunner();
    const problems: (LintProblem & { migration: string })[] = [];
    for (const Migration of migrations.slice(FIRST_NEW)) {
      const migration: MigrationInterface = new Migration();
      const found = lintMigration(await recordMigration(migration, runner), tables);
      problems.push(...found.map((problem) => ({ migration: Migration.name, ...problem })));
    }
    await runner.release();
    await dataSource.destroy();
    expect(problems).toEqual([]);
  });
});

async function knownTables({ query }: TestDatabase): Promise<KnownTables> {
  const rows = await query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
  const names = rows.map(({ name }) => name);
  expect(SMALL.filter((name) => !names.includes(name))).toEqual([]);
  return { small: new Set(SMALL), large: new Set(names.filter((name) => !SMALL.includes(name))) };
}

describe('migration lint', () => {
  const tables: KnownTables = { small: new Set(['payout_gate']), large: new Set(['payouts', 'orders']) };
  const rules = (sql: string, isInTransaction = true): string[] => [
    ...new Set(lintMigration({ queries: [sql], isInTransaction }, tables).map(({ rule }) => rule)),
  ];

  const REFUSED: readonly (readonly [string, string])[] = [
    ['CREATE INDEX ix ON payouts (note)', 'require-concurrent-index-creation'],
    ['ALTER TABLE payouts ADD CONSTRAINT c CHECK (amount > 0)', 'constraint-missing-not-valid'],
    ['ALTER TABLE payouts ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b (id)', 'adding-foreign-key-constraint'],
    ['ALTER TABLE payouts ADD CONSTRAINT u UNIQUE (note)', 'disallowed-unique-constraint'],
    ['ALTER TABLE payouts ALTER COLUMN amount TYPE text', 'changing-column-type'],
    ['ALTER TABLE payouts ALTER COLUMN note SET NOT NULL', 'adding-not-nullable-field'],
    ['ALTER TABLE payouts ADD COLUMN x int NOT NULL', 'adding-required-field'],
    ['ALTER TABLE payouts ADD COLUMN x uuid DEFAULT gen_random_uuid()', 'adding-field-with-default'],
    ['ALTER TABLE payouts RENAME COLUMN note TO remark', 'renaming-column'],
    ['ALTER TABLE payouts DROP COLUMN note', 'ban-drop-column'],
    ['ALTER TABLE payouts RENAME TO sent', 'renaming-table'],
    ['DROP TABLE payouts', 'ban-drop-table'],
    ['DROP FUNCTION seal_audit_entries()', 'dropped-while-read'],
    ['DROP VIEW logged_changes', 'dropped-while-read'],
    ["UPDATE payouts SET note = ';'", 'rows-changed-at-once'],
    ['WITH old AS (SELECT 1) DELETE FROM payouts', 'rows-changed-at-once'],
    ['-- All of them.\nTRUNCATE payouts', 'rows-changed-at-once'],
    ['LOCK TABLE payouts IN SHARE MODE', 'table-locked'],
    ['REINDEX TABLE payouts', 'require-concurrent-reindex'],
    ['ALTER TABLE payout_gate RENAME COLUMN reason TO why', 'renaming-column'],
  ];

  const TAKEN = [
    'CREATE TABLE newer (id uuid PRIMARY KEY, n int); CREATE INDEX ix ON newer (n); UPDATE newer SET n = 1',
    'ALTER TABLE payouts ADD COLUMN note text',
    'ALTER TABLE payouts ADD COLUMN is_new boolean NOT NULL DEFAULT false',
    'ALTER TABLE payouts ADD CONSTRAINT c CHECK (amount > 0) NOT VALID',
    'ALTER TABLE payouts VALIDATE CONSTRAINT earlier',
    'DROP INDEX ix_payouts_note',
    'CREATE TRIGGER t AFTER UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION f()',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE payouts SET a = 1; RETURN NULL; END $$',
    'UPDATE payout_gate SET is_open = false',
    '-- allowed(ban-drop-column): the release before last was the last to read it.\nALTER TABLE payouts DROP COLUMN note',
  ];

  it('refuses long locks on large tables, and changes that break the previous release', () => {
    const found = lintMigration({ queries: REFUSED.map(([sql]) => sql), isInTransaction: true }, tables);
    const unfound = REFUSED.filter(
      ([sql, rule]) => !found.some((problem) => sql.endsWith(problem.statement) && problem.rule === rule),
    );
    expect(unfound).toEqual([]);
  });

  it('accepts changes that neither lock for long nor break the previous release', () => {
    expect(lintMigration({ queries: TAKEN, isInTransaction: true }, tables)).toEqual([]);
  });

  it('refuses to validate a constraint in the transaction that adds it', () => {
    const add = 'ALTER TABLE payouts ADD CONSTRAINT c CHECK (amount > 0) NOT VALID';
    expect(rules(`${add}; ALTER TABLE payouts VALIDATE CONSTRAINT c`)).toEqual(['constraint-missing-not-valid']);
  });

  it('accepts an index built concurrently, outside a transaction', () => {
    expect(rules('CREATE INDEX CONCURRENTLY ix ON payouts (note)', false)).toEqual([]);
  });

  it('an exception requires a reason, and covers only what the reason names', () => {
    expect(rules('-- allowed(ban-drop-column):\nALTER TABLE payouts DROP COLUMN note')).toEqual(['ban-drop-column']);
    expect(rules('-- allowed(renaming-column): why.\nALTER TABLE payouts DROP COLUMN note')).toEqual([
      'ban-drop-column',
    ]);
  });
});

describe('migration of a table in use', () => {
  class AddColumn1900000000000 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE orders ADD COLUMN colour text');
    }
    async down(): Promise<void> {}
  }

  class BuildIndex1900000000001 implements MigrationInterface {
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      await createIndexConcurrently(runner, 'ix_orders_colour', 'ON orders (colour)');
    }
    async down(): Promise<void> {}
  }

  let database: TestDatabase;
  let reader: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    // An open transaction, like that of a report or a backup.
    await reader.query('BEGIN; SELECT FROM orders');
  });

  afterEach(() => database.drop());

  const run = async (added: readonly (new () => MigrationInterface)[], onRetry?: (name: string) => void) => {
    const dataSource = migrationDataSource(database.url, [...migrations, ...added]);
    await dataSource.initialize();
    try {
      return await runMigrations(dataSource, onRetry && { onRetry });
    } finally {
      await dataSource.destroy();
    }
  };

  it('a migration makes way for waiting statements, logs that, and is retried', async () => {
    const retried: string[] = [];
    const running = run([AddColumn1900000000000], (name) => retried.push(name));
    await eventually('it stood back', () => Promise.resolve(retried[0]));
    // While the migration waits for the table, other statements wait behind it. This one succeeds once it has made way.
    await database.query('SELECT FROM orders');
    await reader.query('COMMIT');
    await reader.end();
    expect(await running).toEqual(['AddColumn1900000000000']);
    expect(new Set(retried)).toEqual(new Set(['AddColumn1900000000000']));
  });

  it('an index is built while rows are written, and built again if it was interrupted', async () => {
    await reader.query('COMMIT');
    await database.query('ALTER TABLE orders ADD COLUMN colour text');
    const isWaiting = () =>
      eventually('it waits for the reader', async () => {
        const rows = await database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
             AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
        );
        return rows[0];
      });
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM orders');
    const killed = run([BuildIndex1900000000001]).catch((error: unknown) => error);
    const { pid } = await isWaiting();
    await database.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await killed).toBeInstanceOf(Error);
    const validity = () =>
      database.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'ix_orders_colour'::regclass`);
    expect(await validity()).toEqual([{ indisvalid: false }]);

    await reader.query('COMMIT');
    await reader.end();
    expect(await run([BuildIndex1900000000001])).toEqual(['BuildIndex1900000000001']);
    expect(await validity()).toEqual([{ indisvalid: true }]);
  });
});
