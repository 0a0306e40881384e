import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Blocks on a pipe whose other end only the parent holds. A line means "dismissed"; the end of the pipe means that the
 * parent is gone, however it died, for the kernel closes the pipe even after SIGKILL.
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
  /** Sent as soon as this process is gone. */
  readonly politeSignal: NodeJS.Signals;
  /** Sent 10 seconds later to one that has not ended by then. */
  readonly finalSignal: NodeJS.Signals;
  /** The user that may signal the process, where that is not this process's own. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface Watchdog {
  /** Ends the watch without a signal: the process is gone, or was stopped in another way. */
  dismiss(): void;
}

/**
 * Has a process ended when this one ends, also by SIGKILL. The watcher is a shell of about 1 MB in a session of its
 * own, so that Ctrl-C in the terminal does not reach it. It never holds this process open.
 */
export function endWithParent(watched: WatchedProcess): Watchdog {
  const name = (signal: NodeJS.Signals): string => signal.replace(/^SIG/, '');
  const shell: ChildProcess = spawn(
    '/bin/sh',
    ['-c', WATCH, 'sh', String(watched.pid), name(watched.politeSignal), name(watched.finalSignal)],
    { ...watched.user, cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  // A machine without /bin/sh loses the safety net, not the program.
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return { dismiss: () => shell.stdin?.end('dismissed\n') };
}
