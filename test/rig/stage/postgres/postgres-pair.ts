import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../../../../dev/embedded-postgres/cluster-client.js';
import { CLUSTER_USER } from '../../../../dev/embedded-postgres/data-directory-cluster.js';
import { type DataDirectory, locateDataDirectory } from '../../../../dev/embedded-postgres/data-directory.js';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { TEST_NAME } from './held-lock.js';
import { copyLogically } from './logical-copy.js';
import { copyRunning, copyStopped, followPrimary } from './postgres-backup.js';
import { PostgresServer } from './postgres-server.js';
import { TcpProxy } from '../network/tcp-proxy.js';

const DATABASE = 'purser';
const STANDBY_NAME = 'standby';
const PASSWORD_FILE = 'postgres.password';

const SETTINGS = {
  // Enough for eight replicas with pools of ten, and the test's own connections.
  max_connections: '120',
  // So that a standby that was held back for the length of a test still finds the log it missed.
  wal_keep_size: '1GB',
  // So that the standby reconnects quickly once its primary is back.
  wal_retrieve_retry_interval: '200ms',
};

// A copy starts and catches up within seconds. This is several times as much, for busy machines.
const LEVEL_WITHIN_MS = 60_000;

export type Replication = 'asynchronous' | 'synchronous';

/** A copy of a primary's files, as of one moment. */
export interface PostgresBackup {
  readonly place: DataDirectory;
}

/**
 * A primary PostgreSQL, an optional standby that follows it, and one address for clients, which leads to the current
 * primary. The standby also follows through a proxy, so that it can be held back: data in flight when the primary dies
 * is lost for good.
 */
export class PostgresPair {
  /** The proxy between the clients and the primary. */
  readonly address: TcpProxy;
  /** The proxy between the standby and the primary. */
  readonly replication: TcpProxy;
  #primary: PostgresServer;
  #standby: PostgresServer | null = null;
  #pool: pg.Pool;
  #directories = 1;

  private constructor(
    private readonly directory: string,
    private readonly isDurable: boolean,
    parts: { readonly address: TcpProxy; readonly replication: TcpProxy; readonly primary: PostgresServer },
  ) {
    this.address = parts.address;
    this.replication = parts.replication;
    this.#primary = parts.primary;
    this.#pool = openPool(parts.primary);
  }

  /** Starts a primary with an empty database, below an existing directory. */
  static async start(
    directory: string,
    {
      durable = false,
    }: { /** Flushes to disk: slower, and of no use where only processes die. */ durable?: boolean } = {},
  ): Promise<PostgresPair> {
    const primary = await PostgresServer.create(join(directory, 'postgres-1'), {
      settings: SETTINGS,
      durable,
      passwordFile: join(directory, PASSWORD_FILE),
    });
    await primary.start();
    await ensureDatabase(primary.port, primary.password, DATABASE);
    const address = await TcpProxy.listen(primary.port);
    const replication = await TcpProxy.listen(primary.port);
    return new PostgresPair(directory, durable, { address, replication, primary });
  }

  /** The clients' address. It never changes. */
  get url(): string {
    return this.#primary.url(DATABASE, this.address.port);
  }

  /** The primary's own address, which bypasses the proxy. Changes when another server takes over. */
  get directUrl(): string {
    return this.#primary.url(DATABASE);
  }

  get primary(): PostgresServer {
    return this.#primary;
  }

  get standby(): PostgresServer {
    if (this.#standby === null) throw new Error('There is no standby.');
    return this.#standby;
  }

  get standbyUrl(): string {
    return this.standby.url(DATABASE);
  }

  get hasStandby(): boolean {
    return this.#standby !== null;
  }

  /** Runs a query on the primary, bypassing the proxy and its faults. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query(sql, [...parameters])).rows as Row[];
  }

  /**
   * Adds a standby and resolves when it follows the primary. If the standby is synchronous, commits wait for it from
   * then on.
   */
  async addStandby(replication: Replication): Promise<void> {
    const place = await this.newPlace();
    await copyRunning(this.#primary, place);
    await followPrimary(place, {
      port: this.replication.port,
      user: CLUSTER_USER,
      password: this.#primary.password,
      name: STANDBY_NAME,
    });
    this.#standby = await this.#primary.another(place.path);
    await this.#standby.start();
    await this.standbyIsLevel();
    if (replication === 'synchronous') await this.setSynchronous(STANDBY_NAME);
  }

  /** Drops the standby. Commits no longer wait for it. */
  async dropStandby(): Promise<void> {
    if (this.#standby === null) return;
    if (this.#primary.isRunning) await this.setSynchronous('');
    await this.#standby.stop();
    this.#standby = null;
  }

  /** Sets the standby that commits wait for. With an empty name they wait for none. */
  async setSynchronous(name: string): Promise<void> {
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  /** Resolves when the standby has everything that the primary has now. */
  async standbyIsLevel(): Promise<void> {
    const [row] = await this.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position');
    const isLevel = await pollUntil(
      async () => {
        const rows = await this.query(
          'SELECT 1 FROM pg_stat_replication WHERE application_name = $1 AND replay_lsn >= $2::pg_lsn',
          [STANDBY_NAME, row?.position],
        );
        return rows.length > 0;
      },
      { withinMs: LEVEL_WITHIN_MS },
    );
    if (!isLevel) throw new Error('The standby does not follow.');
  }

  /**
   * Kills the primary with `kill -9`. Clients lose their connections, and the standby loses all data it had not
   * received.
   */
  async killPrimary(): Promise<void> {
    // The address is shut first, so that clients do not hear of commits that the dying server still makes.
    this.address.aim(null);
    this.address.cut();
    this.replication.cut();
    this.replication.aim(null);
    await this.#primary.kill();
  }

  /** Promotes the standby and directs clients to it. The old primary is abandoned. */
  async promote(): Promise<void> {
    if (this.#standby === null) throw new Error('There is no standby to promote.');
    await this.replacePrimary(this.#standby);
    this.#standby = null;
    await this.query('SELECT pg_promote(true, 60)');
    this.lead();
  }

  /** Kills the primary and promotes the standby. */
  async failOver(): Promise<void> {
    await this.killPrimary();
    await this.promote();
  }

  /** Crashes the primary and restarts it. No committed data is lost. */
  async crashAndRestart(): Promise<void> {
    await this.#primary.crash();
    await this.#primary.start();
  }

  /** Cuts a random share, from 0 to 1, of all connections except the test's own, whatever they are doing. */
  async terminateBackends(share: number): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND application_name <> $2 AND random() < $3`,
      [DATABASE, TEST_NAME, share],
    );
  }

  /** Copies the primary's files while it runs. */
  async backUp(): Promise<PostgresBackup> {
    const place = await this.newPlace();
    await copyRunning(this.#primary, place);
    return { place };
  }

  /** Starts a new cluster next to the primary. `prepare` gets its address and creates the tables. */
  async startElsewhere(prepare: (url: string) => Promise<void>): Promise<PostgresServer> {
    const { path } = await this.newPlace();
    const other = await PostgresServer.create(path, {
      settings: SETTINGS,
      durable: this.isDurable,
      // Keeps the password, because the clients' address contains it.
      passwordFile: join(this.directory, PASSWORD_FILE),
    });
    await other.start();
    await ensureDatabase(other.port, other.password, DATABASE);
    await prepare(other.url(DATABASE));
    return other;
  }

  /** Copies the primary's current rows to another server, as restoring a dump does. */
  copyRowsTo(other: PostgresServer): Promise<void> {
    return copyLogically({ from: this.#primary, to: other, database: DATABASE });
  }

  /** Directs clients to another server, which becomes the primary. The old one is stopped and abandoned. */
  async moveTo(server: PostgresServer): Promise<void> {
    await this.killPrimary();
    await this.dropStandby();
    await this.replacePrimary(server);
    this.lead();
  }

  /** Restores files and starts the primary on them, at the same address. The timeline does not change. */
  async restore(backup: PostgresBackup): Promise<void> {
    await this.killPrimary();
    await this.dropStandby();
    await copyStopped(backup.place.path, this.#primary.place);
    await this.#primary.start();
    this.lead();
  }

  async close(): Promise<void> {
    await this.address.close();
    await this.replication.close();
    await this.#pool.end();
    await this.#standby?.stop();
    await this.#primary.stop();
  }

  private async replacePrimary(server: PostgresServer): Promise<void> {
    await this.#pool.end();
    await this.#primary.stop();
    this.#primary = server;
    this.#pool = openPool(server);
  }

  /** Directs clients, and any standby that is added later, to the primary. */
  private lead(): void {
    this.replication.delay(0);
    this.replication.resume();
    this.replication.aim(this.#primary.port);
    this.address.aim(this.#primary.port);
  }

  private newPlace(): Promise<DataDirectory> {
    this.#directories += 1;
    return locateDataDirectory(join(this.directory, `postgres-${this.#directories}`));
  }
}

function openPool(server: PostgresServer): pg.Pool {
  const pool = new pg.Pool({ connectionString: server.url(DATABASE), max: 4, application_name: TEST_NAME });
  // Connections are lost with the server; the next query opens another one.
  pool.on('error', () => undefined);
  return pool;
}
