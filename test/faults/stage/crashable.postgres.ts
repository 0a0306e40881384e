import { join } from 'node:path';
import pg from 'pg';
import { acceptsConnections, ensureDatabase } from '../../../dev/embedded-postgres/cluster.client.js';
import { CLUSTER_USER, ensureCluster } from '../../../dev/embedded-postgres/data-directory.cluster.js';
import { placeDataDirectory } from '../../../dev/embedded-postgres/data-directory.place.js';
import { openMachineDirectory } from '../../../dev/embedded-postgres/machine.directories.js';
import {
  locatePlatformPackage,
  preparePostgresBinaries,
} from '../../../dev/embedded-postgres/postgres-binaries.source.js';
import {
  type OwnPostmaster,
  type PostmasterOptions,
  spawnPostmaster,
} from '../../../dev/embedded-postgres/postmaster.process.js';
import { pollUntil } from '../../../dev/processes/bounded.poll.js';
import { findFreePort } from '../../../dev/processes/local.port.js';
import { signalProcess } from '../../../dev/processes/process.liveness.js';

const DATABASE = 'purser';

// Recovery replays some seconds of work; on a machine whose cores are all taken that has been seen to take ten.
const READY_WITHIN_MS = 60_000;

/**
 * A PostgreSQL with every safety on, that can crash and come back on the same port and the same data. The launcher of
 * `dev/` is not used because a server it starts anew listens somewhere else.
 */
export class CrashablePostgres {
  /** Connections of the test itself; lost ones are replaced. */
  readonly #pool: pg.Pool;

  private constructor(
    readonly url: string,
    private readonly options: PostmasterOptions,
    private readonly password: string,
    private postmaster: OwnPostmaster,
  ) {
    this.#pool = new pg.Pool({ connectionString: url, max: 4, application_name: 'fault-test' });
    this.#pool.on('error', () => undefined);
  }

  static async start(directory: string): Promise<CrashablePostgres> {
    const requested = join(directory, 'postgres');
    const place = await placeDataDirectory(requested);
    const binaries = await preparePostgresBinaries({
      packageDirectory: locatePlatformPackage(),
      openCache: openMachineDirectory,
      forAnotherUser: place.user !== undefined,
    });
    const password = await ensureCluster({
      place,
      initdb: binaries.initdb,
      passwordFile: `${requested}.password`,
      durable: true,
    });
    const port = await findFreePort();
    const logFile = `${requested}.log`;
    // Eight replicas with pools of ten, and the test's own.
    const options = { place, binary: binaries.postgres, port, settings: { max_connections: '120' }, logFile };
    const postmaster = await spawnReady(options, password);
    await ensureDatabase(port, password, DATABASE);
    const url = `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
    return new CrashablePostgres(url, options, password, postmaster);
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query(sql, [...parameters])).rows as Row[];
  }

  /** What `pg_ctl stop -m immediate` does: no checkpoint, no goodbye; the next start recovers from the log. */
  async crashAndRestart(): Promise<void> {
    signalProcess(this.postmaster.pid, 'SIGQUIT');
    const isGone = await pollUntil(() => this.postmaster.hasExited(), { withinMs: READY_WITHIN_MS });
    if (!isGone) throw new Error('PostgreSQL did not crash.');
    this.postmaster = await spawnReady(this.options, this.password);
  }

  /** Cuts connections of others, whatever they are doing: about so many of them, from 0 to 1, by the database's dice. */
  async terminateBackends(share: number): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND application_name <> 'fault-test' AND random() < $2`,
      [DATABASE, share],
    );
  }

  async stop(): Promise<void> {
    await this.#pool.end();
    await this.postmaster.stop();
  }
}

async function spawnReady(options: PostmasterOptions, password: string): Promise<OwnPostmaster> {
  const postmaster = await spawnPostmaster(options);
  const isReady = await pollUntil(
    async () => postmaster.hasExited() || (await acceptsConnections(options.port, password)),
    { withinMs: READY_WITHIN_MS },
  );
  if (isReady && !postmaster.hasExited()) return postmaster;
  await postmaster.stop();
  throw new Error(`PostgreSQL did not come up; ${options.logFile} says why.`);
}
