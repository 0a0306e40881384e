import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { CLUSTER_USER } from './data-directory-cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/**
 * Whether the cluster on this port answers queries. Returns false while it starts or stops.
 * @throws EmbeddedPostgresError if it refuses the password
 */
export async function acceptsConnections(port: number, password: string): Promise<boolean> {
  try {
    return await withClient(port, password, () => Promise.resolve(true));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '28P01') {
      throw new EmbeddedPostgresError('the password beside the data directory is not the one it was made with.', {
        cause: error,
      });
    }
    return false;
  }
}

/** Creates a database if it is missing. Several processes may call it at the same time. */
export async function ensureDatabase(port: number, password: string, database: string): Promise<void> {
  await withClient(port, password, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount !== 0) return;
    await client.query(`CREATE DATABASE ${escapeIdentifier(database)}`).catch((error: unknown) => {
      // Another process has created the database in the meantime. PostgreSQL reports 42P04 from its check, or 23505
      // from its unique index.
      if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error;
    });
  });
}

async function withClient<T>(port: number, password: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: CLUSTER_USER,
    password,
    database: 'postgres',
    // Set explicitly, because the driver would otherwise use PGSSLMODE, which may be set for another server.
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  // If the server stops, the query reports it. Without a listener, this event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
