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

// Recovery replays some seconds of work, which has taken ten seconds on a fully loaded machine.
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
 * A PostgreSQL that keeps its port and its data, however it ends. The launcher in `dev/` cannot be used, because it
 * restarts a server on another port.
 */
export class PostgresServer {
  #postmaster: OwnPostmaster | null = null;

  private constructor(private readonly options: ServerOptions) {}

  /** Initialises a cluster in the directory, which must not exist yet. Does not start it. */
  static async create(
    directory: string,
    {
      settings,
      durable,
      passwordFile,
    }: {
      readonly settings: Readonly<Record<string, string>>;
      /**
       * If false, the server does not flush to disk. A killed process leaves its writes with the kernel, so they are
       * lost only if the machine fails.
       */
      readonly durable: boolean;
      /** File with the superuser's password. Created if missing. */
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

  /** Returns a server with the same settings for other data, which exists or will be put there. Does not start it. */
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

  /** Returns the URL of a database on this server, or through a proxy at another port. */
  url(database: string, port = this.port): string {
    return `postgres://${CLUSTER_USER}:${this.password}@127.0.0.1:${port}/${database}`;
  }

  /** Starts the server and resolves when it answers queries. */
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

  /** Stops the server like `pg_ctl stop -m immediate`, without a checkpoint. The next start recovers from the log. */
  async crash(): Promise<void> {
    await this.end((pid) => signalProcess(pid, 'SIGQUIT'));
  }

  /** Kills the server and all its processes with `kill -9`, as if the machine had lost power. */
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
