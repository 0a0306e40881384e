import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Blocks on a pipe whose other end only the parent holds. A line dismisses the watchdog. End of file means that the
 * parent died: the kernel closes the pipe even after SIGKILL.
 */
const WATCH = `
read -r _ && exit 0
kill -"$2" "$1" || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  kill -0 "$1" || exit 0
done
kill -"$3" "$1"
`;

export interface WatchedProcess {
  readonly pid: number;
  /** Sent as soon as this process dies. */
  readonly politeSignal: NodeJS.Signals;
  /** Sent 10 seconds later if the process is still alive. */
  readonly finalSignal: NodeJS.Signals;
  /** User that may signal the process, if it is not the current one. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface Watchdog {
  /** Ends the watch without a signal. */
  dismiss(): void;
}

/**
 * Ends a process when this one ends, even by SIGKILL. The watcher is a shell of about 1 MB in its own session, so
 * Ctrl-C does not reach it. It never keeps this process alive.
 */
export function endWithParent(watched: WatchedProcess): Watchdog {
  const name = (signal: NodeJS.Signals): string => signal.replace(/^SIG/, '');
  const shell: ChildProcess = spawn(
    '/bin/sh',
    ['-c', WATCH, 'sh', String(watched.pid), name(watched.politeSignal), name(watched.finalSignal)],
    { ...watched.user, cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  // On a machine without /bin/sh only the watchdog is missing; the program still runs.
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return { dismiss: () => shell.stdin?.end('dismissed\n') };
}
