import { acceptsConnections } from '../../../../dev/embedded-postgres/cluster-client.js';
import { CLUSTER_USER, ensureCluster } from '../../../../dev/embedded-postgres/data-directory-cluster.js';
import { type DataDirectory, locateDataDirectory } from '../../../../dev/embedded-postgres/data-directory.js';
import { openMachineDirectory } from '../../../../dev/embedded-postgres/machine-directories.js';
import {
  locatePlatformPackage,
  preparePostgresBinaries,
} from '../../../../dev/embedded-postgres/postgres-binaries-source.js';
import { type OwnPostmaster, spawnPostmaster } from '../../../../dev/embedded-postgres/postmaster-process.js';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { findFreePort } from '../../../../dev/processes/local.port.js';
import { signalProcess } from '../../../../dev/processes/process-liveness.js';
import { killWithChildren } from './kill-with-children.js';

// Recovery replays some seconds of work; on a machine whose cores are all taken that has been seen to take ten.
const READY_WITHIN_MS = 60_000;

interface ServerOptions {
  readonly place: DataDirectory;
  readonly binary: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly password: string;
}

/**
 * One PostgreSQL that keeps its port and its data through every way of ending. The launcher of `dev/` is not used
 * because a server that it starts again listens somewhere else.
 */
export class PostgresServer {
  #postmaster: OwnPostmaster | null = null;

  private constructor(private readonly options: ServerOptions) {}

  /** Initialises a cluster in the directory, which does not exist yet. Starts nothing. */
  static async create(
    directory: string,
    {
      settings,
      durable,
      passwordFile,
    }: {
      readonly settings: Readonly<Record<string, string>>;
      /**
       * False leaves the disk out: killed processes leave their writes with the kernel, only a machine's end would not.
       */
      readonly durable: boolean;
      /** Holds the superuser's password; made when missing. */
      readonly passwordFile: string;
    },
  ): Promise<PostgresServer> {
    const place = await locateDataDirectory(directory);
    const binaries = await preparePostgresBinaries({
      packageDirectory: locatePlatformPackage(),
      openCache: openMachineDirectory,
      forAnotherUser: place.user !== undefined,
    });
    const password = await ensureCluster({
      place,
      initdb: binaries.initdb,
      passwordFile,
      durable,
    });
    return new PostgresServer({
      place,
      binary: binaries.postgres,
      port: await findFreePort(),
      settings: { ...(durable ? {} : { fsync: 'off' }), ...settings },
      logFile: `${directory}.log`,
      password,
    });
  }

  /** A server of the same kind on other data, which exists already or is about to be put there. Starts nothing. */
  async another(directory: string): Promise<PostgresServer> {
    return new PostgresServer({
      ...this.options,
      place: await locateDataDirectory(directory),
      port: await findFreePort(),
      logFile: `${directory}.log`,
    });
  }

  get place(): DataDirectory {
    return this.options.place;
  }

  get port(): number {
    return this.options.port;
  }

  get password(): string {
    return this.options.password;
  }

  get isRunning(): boolean {
    return this.#postmaster !== null && !this.#postmaster.hasExited();
  }

  /** The address of a database here, or of a proxy in front of it. */
  url(database: string, port = this.port): string {
    return `postgres://${CLUSTER_USER}:${this.password}@127.0.0.1:${port}/${database}`;
  }

  /** Resolves when it answers queries. */
  async start(): Promise<void> {
    const postmaster = await spawnPostmaster(this.options);
    const isReady = await pollUntil(
      async () => postmaster.hasExited() || (await acceptsConnections(this.port, this.password)),
      { withinMs: READY_WITHIN_MS },
    );
    if (!isReady || postmaster.hasExited()) {
      await postmaster.stop();
      throw new Error(`PostgreSQL did not come up; ${this.options.logFile} says why.`);
    }
    this.#postmaster = postmaster;
  }

  /** The same as `pg_ctl stop -m immediate`: no checkpoint, no goodbye; the next start recovers from the log. */
  async crash(): Promise<void> {
    await this.end((pid) => signalProcess(pid, 'SIGQUIT'));
  }

  /** `kill -9` of the server and all its processes, as when the machine loses power. */
  async kill(): Promise<void> {
    await this.end(killWithChildren);
  }

  async stop(): Promise<void> {
    await this.#postmaster?.stop();
    this.#postmaster = null;
  }

  private async end(signal: (pid: number) => unknown): Promise<void> {
    const postmaster = this.#postmaster;
    if (postmaster === null) return;
    await signal(postmaster.pid);
    const isGone = await pollUntil(() => postmaster.hasExited(), { withinMs: READY_WITHIN_MS });
    if (!isGone) throw new Error('PostgreSQL did not end.');
    this.#postmaster = null;
  }
}
