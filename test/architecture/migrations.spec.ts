import { createHash } from 'node:crypto';
import { migrations } from '#migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { toGuard } from '../../src/common/state-machine.js';
import { migrationDataSource } from '../../src/platform/database/connection/data-source.js';
import { committed, expectCommitted } from '../support/generated-file.js';
import { recordMigration } from '../support/recorded-migration.js';
import { STATE_TABLES, type StateTable } from '../support/state-tables.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const MERGED = 'migrations/merged.txt';

describe('merged migrations', () => {
  let database: TestDatabase;
  let hashes: ReadonlyMap<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
    hashes = await hashMigrations(database);
  });

  afterAll(() => database.drop());

  it('each merged migration is listed and still runs the SQL that it ran when merged', () => {
    const listed = readMerged();
    const changed = [...listed].filter(([name, hash]) => hashes.get(name) !== hash).map(([name]) => name);
    if (changed.length > 0) {
      throw new Error(
        `${changed.join(', ')} no longer runs the SQL of ${MERGED}. Existing databases have run that SQL and would differ ` +
          `from new ones: write another migration. Where the migration is not merged yet, delete its line, then run ` +
          '`npm run generate`.',
      );
    }
    if (process.env['UPDATE_GENERATED'] !== 'true') expect(new Set(listed.keys())).toEqual(new Set(hashes.keys()));
    else expectCommitted(MERGED, [...hashes].map(([name, hash]) => `${hash} ${name}\n`).join(''));
  });
});

describe('migrated database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it.each(STATE_TABLES)('the database guards the states of $table as the code defines them', async (table) => {
    const { found, wanted } = await readGuards(database, table);
    if (found !== wanted) {
      throw new Error(
        `The states of ${table.table} changed, and the trigger did not. Write a migration that runs this:\n\n` +
          `${toGuard(table)}\n\nIts \`down\` creates the trigger that is there now:\n\n${found}`,
      );
    }
  });
});

/** Hashes the SQL of each migration in both directions. Comments in the TypeScript files may change. */
async function hashMigrations({ url }: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const dataSource = migrationDataSource(url, []);
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  const instances = migrations.map((Migration) => [Migration.name, new Migration()] as const);
  const up = await recordAll(instances, runner, 'up');
  const down = await recordAll([...instances].reverse(), runner, 'down');
  await runner.release();
  await dataSource.destroy();
  return new Map(
    instances.map(([name]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify([up.get(name), down.get(name)]))
        .digest('hex'),
    ]),
  );
}

async function recordAll(
  instances: readonly (readonly [string, MigrationInterface])[],
  runner: QueryRunner,
  direction: 'up' | 'down',
): Promise<ReadonlyMap<string, unknown>> {
  const ran = new Map<string, unknown>();
  for (const [name, migration] of instances) ran.set(name, await recordMigration(migration, runner, direction));
  return ran;
}

function readMerged(): ReadonlyMap<string, string> {
  const lines = committed(MERGED)
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => line.split(' ')).map(([hash = '', name = '']) => [name, hash]));
}

/**
 * Returns two trigger definitions as PostgreSQL prints them: the one that exists, and the one that the states in the
 * code require.
 */
async function readGuards(
  { url }: TestDatabase,
  table: StateTable,
): Promise<{ readonly found: string; readonly wanted: string }> {
  const dataSource = migrationDataSource(url, []);
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  const read = async (): Promise<string> => {
    const rows = (await runner.query(
      'SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = $2',
      [table.table, `tr_${table.table}_${table.column}`],
    )) as { definition: string }[];
    return rows[0]!.definition;
  };
  await runner.startTransaction();
  const found = await read();
  await runner.query(toGuard(table));
  const wanted = await read();
  await runner.rollbackTransaction();
  await runner.release();
  await dataSource.destroy();
  return { found, wanted };
}
