import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../processes/bounded-poll.js';
import { endWithParent } from '../processes/parent-watchdog.js';
import { readCommandLine, signalProcess } from '../processes/process-liveness.js';
import { CLUSTER_ENVIRONMENT } from './data-directory-cluster.js';
import type { DataDirectory } from './data-directory.js';

export interface FoundPostmaster {
  readonly pid: number;
  readonly port: number;
  readonly startedBy: number;
}

export interface OwnPostmaster {
  readonly pid: number;
  readonly port: number;
  hasExited(): boolean;
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  readonly place: DataDirectory;
  readonly binary: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** A setting that PostgreSQL ignores. It marks the starter on a postmaster's command line. */
const STARTED_BY = 'purser.started_by';

/** Fast (roll back and disconnect), then immediate (recover at the next start), then kill. */
const SHUTDOWN = [
  { signal: 'SIGINT', withinMs: 10_000 },
  { signal: 'SIGQUIT', withinMs: 5_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
] as const;

/**
 * Starts a postmaster in its own session, so that Ctrl-C reaches only this process, which then stops it. If this
 * process dies first, a watchdog stops it. Neither keeps this process alive. Returns immediately; the caller checks
 * whether the postmaster comes up.
 */
export async function spawnPostmaster(options: PostmasterOptions): Promise<OwnPostmaster> {
  const { place, port } = options;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...options.settings,
    [STARTED_BY]: String(process.pid),
  };
  // Opened for appending: if a second start truncates the file, the first one's next line goes to its new end.
  const log = openSync(options.logFile, 'a', 0o600);
  ftruncateSync(log);
  const child = spawn(
    options.binary,
    ['-D', place.path, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...place.user, cwd: '/', env: CLUSTER_ENVIRONMENT, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  await once(child, 'spawn');
  return ownPostmaster(child, Number(child.pid), options);
}

/**
 * Finds the postmaster of a data directory by its `postmaster.pid`. Removes the file if its process id now belongs to
 * another program, because PostgreSQL would not start otherwise.
 */
export async function findPostmaster(dataDirectory: string): Promise<FoundPostmaster | undefined> {
  const file = join(dataDirectory, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => '');
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;

  const command = await readCommandLine(pid);
  if (serves(command, dataDirectory)) {
    const startedBy = new RegExp(`${STARTED_BY}=(\\d+)`).exec(command)?.[1];
    return { pid, port: Number(lines[3]), startedBy: Number(startedBy) };
  }
  if (command !== '') await removeStale(file, content);
  return undefined;
}

/** Stops a postmaster whose starter is dead. */
export async function stopFoundPostmaster(pid: number, dataDirectory: string): Promise<void> {
  await shutDown(pid, async () => !serves(await readCommandLine(pid), dataDirectory));
}

function ownPostmaster(child: ChildProcess, pid: number, options: PostmasterOptions): OwnPostmaster {
  const watchdog = endWithParent({
    pid,
    politeSignal: 'SIGINT',
    finalSignal: 'SIGQUIT',
    user: options.place.user,
  });
  child.once('exit', () => {
    watchdog.dismiss();
  });
  child.unref();
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    port: options.port,
    hasExited,
    onExit: (listener) => child.once('exit', listener),
    stop: () => shutDown(pid, hasExited),
  };
}

function serves(commandLine: string, dataDirectory: string): boolean {
  return commandLine.includes(`-D ${dataDirectory} `);
}

async function shutDown(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const { signal, withinMs } of SHUTDOWN) {
    if (await isGone()) return;
    signalProcess(pid, signal);
    if (await pollUntil(isGone, { withinMs })) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) could not be stopped.`);
}

/**
 * Renames the file before removing it. That way it removes exactly the validated file, not the one of a concurrent
 * start.
 */
async function removeStale(file: string, validated: string): Promise<void> {
  const aside = `${file}.stale-${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  const taken = await readFile(aside, 'utf8').catch(() => undefined);
  if (taken === validated) await rm(aside, { force: true });
  else if (taken !== undefined) await rename(aside, file);
}
