import { randomUUID } from 'node:crypto';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresServer } from './postgres-server.js';

/** The source and the target of a copy. Both servers run as one user, so that one can read the other's files. */
export interface LogicalCopy {
  readonly from: PostgresServer;
  readonly to: PostgresServer;
  readonly database: string;
}

interface Table {
  readonly name: string;
  readonly columns: string;
}

/**
 * Fills a database's tables from another database, like a dump and restore: only rows, as of one moment, including
 * their transaction ids. The tables must exist in both; existing rows in the target are replaced.
 */
export async function copyLogically({ from, to, database }: LogicalCopy): Promise<void> {
  const files = join(from.place.path, '..', `copy-${randomUUID()}`);
  await mkdir(files, { mode: 0o700 });
  const { user } = from.place;
  if (user !== undefined) await chown(files, user.uid, user.gid);
  const source = await connect(from.url(database));
  const target = await connect(to.url(database));
  try {
    // All rows are read as of one moment, as in a dump.
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    // Disables triggers and foreign keys, because the rows have been checked before.
    await target.query('SET session_replication_role = replica');
    const tables = await listTables(source);
    await target.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    for (const [position, { name, columns }] of tables.entries()) {
      const file = join(files, String(position));
      await source.query(`COPY (SELECT ${columns} FROM ${name}) TO '${file}'`);
      await target.query(`COPY ${name} (${columns}) FROM '${file}'`);
    }
    await copySequences(source, target);
  } finally {
    await source.end();
    await target.end();
    await rm(files, { recursive: true, force: true });
  }
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT quote_ident(relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''
     GROUP BY relname`,
  );
  return rows;
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) await target.query('SELECT setval($1, $2)', [name, last]);
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
