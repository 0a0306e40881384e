import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of one spec's own. */
export interface TestDatabase {
  readonly url: string;
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly isEmpty?: boolean;
  /** The zone of its sessions that set none. */
  readonly timeZone?: string | null;
}

/** Clones the migrated template, or makes an empty database. */
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
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // A spec may terminate connections on purpose.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await pool.query(sql, [...parameters])).rows as Row[],
    drop: async () => {
      await pool.end();
      await administer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function administer(templateUrl: URL, sql: string): Promise<void> {
  const url = new URL(templateUrl);
  // Cloning a template needs it free of connections, so this one goes elsewhere.
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
