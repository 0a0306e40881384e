import { resolve } from 'node:path';
import { ensureDatabase } from './cluster-client.js';
import { CLUSTER_USER, ensureCluster } from './data-directory-cluster.js';
import { locateDataDirectory } from './data-directory.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { openMachineDirectory } from './machine-directories.js';
import { locatePlatformPackage, preparePostgresBinaries } from './postgres-binaries-source.js';
import { acquirePostmaster } from './postmaster-acquisition.js';

export interface EmbeddedPostgresOptions {
  /** Created if missing. The superuser's password and the server's log are stored next to it. */
  readonly dataDirectory: string;
  /** Created if missing. Defaults to `purser`. */
  readonly database?: string;
  /** Server settings as on PostgreSQL's command line: `{ max_connections: '200' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False trades crash safety for speed in throwaway test databases. Defaults to true. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/database`; the user is a superuser. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles once the server has exited for any reason. */
  readonly exited: Promise<void>;
  /** Disconnects all clients and stops the server. Does nothing if another process started it. */
  stop(): Promise<void>;
}

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts the PostgreSQL that npm installed, on 127.0.0.1 and a free port. Works for a normal user and for root, after
 * `npm ci --ignore-scripts`, with a read-only `node_modules`, and after any kill.
 *
 * The server always ends with this process, and shares a data directory that another process already serves.
 * @throws EmbeddedPostgresError which suggests DATABASE_URL
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    throw new EmbeddedPostgresError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const requested = resolve(options.dataDirectory);
  const database = options.database ?? 'purser';
  const durable = options.durable ?? true;

  const packageDirectory = locatePlatformPackage();
  const place = await locateDataDirectory(requested);
  const binaries = await preparePostgresBinaries({
    packageDirectory,
    openCache: openMachineDirectory,
    forAnotherUser: place.user !== undefined,
  });
  const password = await ensureCluster({
    place,
    initdb: binaries.initdb,
    passwordFile: `${requested}.password`,
    durable,
  });
  const server = await acquirePostmaster({
    place,
    binary: binaries.postgres,
    settings: { ...(durable ? {} : NOT_DURABLE), ...options.settings },
    logFile: `${requested}.log`,
    password,
  });
  try {
    await ensureDatabase(server.port, password, database);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const url = `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  return { url, port: server.port, pid: server.pid, exited: server.exited, stop: () => server.stop() };
}
