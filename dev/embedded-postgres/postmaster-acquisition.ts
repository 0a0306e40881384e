import { readFile } from 'node:fs/promises';
import { pollUntil } from '../processes/bounded-poll.js';
import { findFreePort } from '../processes/local.port.js';
import { isProcessAlive } from '../processes/process-liveness.js';
import { acceptsConnections } from './cluster-client.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findPostmaster, spawnPostmaster, stopFoundPostmaster, type PostmasterOptions } from './postmaster-process.js';

export interface AcquiredPostmaster {
  readonly pid: number;
  readonly port: number;
  /** Settles once the postmaster has exited for any reason. */
  readonly exited: Promise<void>;
  /** Stops the postmaster if this process started it. */
  stop(): Promise<void>;
}

export interface AcquisitionOptions extends Omit<PostmasterOptions, 'port'> {
  readonly password: string;
}

// Recovery after a crash replays at most max_wal_size (1 GB), well within a minute even on a slow disk.
const READY_WITHIN_MS = 60_000;

/** Allows a retry if another program takes the port before PostgreSQL listens, or another start comes first. */
const ATTEMPTS = 3;

/**
 * Returns a running postmaster for the data directory: one started by another live process, or a new one. If its
 * starter is dead, its watchdog is about to stop it, so a new postmaster replaces it.
 * @throws EmbeddedPostgresError with the end of PostgreSQL's log if it does not come up
 */
export async function acquirePostmaster(options: AcquisitionOptions): Promise<AcquiredPostmaster> {
  const directory = options.place.path;
  for (let attempt = 0; attempt < ATTEMPTS;) {
    const found = await findPostmaster(directory);
    if (found === undefined) {
      const started = await tryToStart(options);
      if (started !== undefined) return started;
      attempt += 1;
    } else if (!isProcessAlive(found.startedBy)) {
      await stopFoundPostmaster(found.pid, directory);
    } else if (await acceptsConnections(found.port, options.password)) {
      return reuse(found.pid, found.port);
    } else {
      await awaitChange(found.pid, found.port, options);
    }
  }
  const log = await readFile(options.logFile, 'utf8');
  throw new EmbeddedPostgresError(`the server ends as soon as it is started. Its last words:\n${log.slice(-2_000)}`);
}

async function tryToStart(options: AcquisitionOptions): Promise<AcquiredPostmaster | undefined> {
  const postmaster = await spawnPostmaster({ ...options, port: await findFreePort() });
  const { pid, port } = postmaster;
  const exited = new Promise<void>((resolve) => {
    postmaster.onExit(resolve);
  });
  try {
    const settled = await pollUntil(
      async () => postmaster.hasExited() || (await acceptsConnections(port, options.password)),
      { withinMs: READY_WITHIN_MS },
    );
    if (!settled) throw new EmbeddedPostgresError(`the server was not ready within ${READY_WITHIN_MS / 1000} seconds.`);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return postmaster.hasExited() ? undefined : { pid, port, exited, stop: () => postmaster.stop() };
}

async function awaitChange(pid: number, port: number, options: AcquisitionOptions): Promise<void> {
  const changed = await pollUntil(
    async () => !isProcessAlive(pid) || (await acceptsConnections(port, options.password)),
    { withinMs: READY_WITHIN_MS },
  );
  if (!changed) {
    throw new EmbeddedPostgresError(`the server that is running already (process ${pid}) does not accept connections.`);
  }
}

function reuse(pid: number, port: number): AcquiredPostmaster {
  const watch = new AbortController();
  const exited = new Promise<void>((resolve) => {
    // The postmaster is not our child, so no event reports its exit. The timer is unreferenced, so it does not keep
    // this process alive.
    const timer = setInterval(() => {
      if (!isProcessAlive(pid)) finish();
    }, 500).unref();
    const finish = (): void => {
      clearInterval(timer);
      resolve();
    };
    watch.signal.addEventListener('abort', () => {
      clearInterval(timer);
    });
  });
  return {
    pid,
    port,
    exited,
    stop: () => {
      watch.abort();
      return Promise.resolve();
    },
  };
}
