import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pollUntil } from './bounded-poll.js';
import { endWithParent, type Watchdog } from './parent-watchdog.js';

interface SupervisionOptions {
  readonly name: string;
  readonly workingDirectory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly onLine?: ((line: ProcessLine) => void) | undefined;
}

export interface SupervisedProgramOptions extends SupervisionOptions {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly user?: OperatingSystemUser | undefined;
}

export interface SupervisedProcessOptions extends SupervisionOptions {
  readonly script: string;
  /** Path of another Node. Defaults to the current one. */
  readonly node?: string | undefined;
}

interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface ProcessLine {
  readonly from: string;
  readonly text: string;
}

export interface ProcessExit {
  readonly name: string;
  /** How the process exited, such as "exit code 1" or "SIGKILL". */
  readonly how: string;
  readonly lastWords: string;
}

export interface SupervisedProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles once the process has exited for any reason. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Signals the process to exit, and kills it after 10 seconds. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const KEPT_LINES = 40;

/** More than the 5 seconds that a server gives its open requests at shutdown. */
const STOP_WITHIN_MS = 10_000;

export function superviseProcess({ script, node, ...options }: SupervisedProcessOptions): SupervisedProcess {
  return superviseProgram({ ...options, program: node ?? process.execPath, arguments: [script] });
}

/**
 * Runs a program as a child that always ends with this process. It has its own session, so Ctrl-C does not reach it and
 * the supervisor decides the order of stops.
 */
export function superviseProgram(options: SupervisedProgramOptions): SupervisedProcess {
  const { name } = options;
  const child = spawn(options.program, [...options.arguments], {
    ...options.user,
    cwd: options.workingDirectory,
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Windows has no sessions, and a detached process would open a console window there.
    detached: process.platform !== 'win32',
  });
  const words: string[] = [];
  const hear = (stream: Readable): void => {
    createInterface(stream).on('line', (text) => {
      words.push(text);
      if (words.length > KEPT_LINES) words.shift();
      options.onLine?.({ from: name, text });
    });
  };
  hear(child.stdout);
  hear(child.stderr);

  let ended = false;
  let watchdog: Watchdog | undefined;
  if (child.pid !== undefined && process.platform !== 'win32') {
    watchdog = endWithParent({
      pid: child.pid,
      politeSignal: 'SIGTERM',
      finalSignal: 'SIGKILL',
      user: options.user,
    });
  }
  const exited = new Promise<ProcessExit>((resolve) => {
    const finish = (how: string): void => {
      ended = true;
      watchdog?.dismiss();
      resolve({ name, how, lastWords: words.join('\n') });
    };
    child.once('error', (error) => {
      finish(error.message);
    });
    // Not "exit", because the last lines of output, which give the reason, may arrive after that event.
    child.once('close', (code, signal) => {
      finish(signal ?? `exit code ${code ?? 0}`);
    });
  });
  return {
    name,
    pid: child.pid,
    exited,
    kill: (signal) => child.kill(signal),
    stop: async () => {
      if (!ended) child.kill('SIGTERM');
      if (!(await pollUntil(() => ended, { withinMs: STOP_WITHIN_MS }))) child.kill('SIGKILL');
      await exited;
    },
  };
}
