import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { insertKey } from './api-keys.js';
import { OPERATOR_API_KEY } from './settings.js';

/** The database of a single spec. */
export interface TestDatabase {
  readonly url: string;
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * Copies the current database once all other clients have disconnected. The copy counts as another incarnation, like
   * a restored backup.
   */
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly isEmpty?: boolean;
  /** Default time zone of the sessions. */
  readonly timeZone?: string | null;
}

/** Clones the migrated template and adds the key of an operator, or creates an empty database. */
export async function createTestDatabase({
  isEmpty = false,
  timeZone = null,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const templateUrl = new URL(process.env['PURSER_TEST_TEMPLATE_URL'] ?? '');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await administer(
    templateUrl,
    `CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : templateUrl.pathname.slice(1)}`,
  );
  if (timeZone !== null) await administer(templateUrl, `ALTER DATABASE ${name} SET timezone = '${timeZone}'`);
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  const database = open(url, templateUrl);
  if (isEmpty) return database;
  await keepIncarnation(database);
  await insertKey(database, { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
  return database;
}

function open(url: URL, templateUrl: URL): TestDatabase {
  let pool = connect(url);
  const name = url.pathname.slice(1);
  return {
    url: url.href,
    query: async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
      (await pool.query(sql, [...parameters])).rows as Row[],
    copy: async () => {
      await pool.end();
      const copied = new URL(url);
      copied.pathname = `/t_${randomBytes(8).toString('hex')}`;
      await administer(templateUrl, `CREATE DATABASE ${copied.pathname.slice(1)} TEMPLATE ${name}`);
      pool = connect(url);
      return open(copied, templateUrl);
    },
    drop: async () => {
      await pool.end();
      await administer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function connect(url: URL): pg.Pool {
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // A spec may terminate connections on purpose.
  pool.on('error', () => undefined);
  return pool;
}

/** Makes the clone count as the same incarnation as the migrated template. */
async function keepIncarnation({ query }: TestDatabase): Promise<void> {
  // Both statements are sent as one message and so run in one transaction: the first gives the row the xmin that the
  // second records.
  await query(
    `UPDATE database_incarnations
       SET database_oid = (SELECT oid FROM pg_database WHERE datname = current_database());
     UPDATE database_incarnations SET row_xmin = xmin::text::bigint`,
  );
}

/** Writes rows in states that no operation produces. Bypasses all triggers, including foreign keys. */
export async function writePastTriggers(
  { url }: TestDatabase,
  sql: string,
  parameters: readonly unknown[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    await client.query(sql, [...parameters]);
  } finally {
    await client.end();
  }
}

/** Makes the database look restored into another cluster. Returns its new incarnation number. */
export async function beginIncarnation(database: TestDatabase): Promise<number> {
  await database.query('UPDATE database_incarnations SET system_identifier = system_identifier - 1');
  const [row] = await database.query<{ number: number }>('SELECT current_incarnation() AS number');
  return row!.number;
}

async function administer(templateUrl: URL, sql: string): Promise<void> {
  const url = new URL(templateUrl);
  // No one may be connected to a template while it is cloned, so this connection uses another database.
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
