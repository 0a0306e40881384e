import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunAnswer, RunRequest } from './test-worker.js';

const WORKER = fileURLToPath(new URL('test-worker.js', import.meta.url));

// Jest leaks memory with every run, so the process is replaced after this many. A new one starts in two seconds.
const MAX_RUNS = 100;

/** A process that keeps its loaded code from one run of specs to the next. */
export class TestProcess {
  #child: ChildProcess | null = null;
  #runs = 0;

  constructor(private readonly folder: string) {}

  /** Returns null if the process died. */
  run(request: RunRequest, limitMs: number): Promise<RunAnswer | 'timed_out' | null> {
    // Work that an earlier run left behind may have crashed the process after that run's answer.
    if (this.#runs >= MAX_RUNS || this.#child?.connected === false) this.stop();
    this.#runs += 1;
    this.#child ??= fork(WORKER, {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#child;
    return new Promise((resolve) => {
      const finish = (answer: RunAnswer | 'timed_out' | null): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (answer === null || answer === 'timed_out') this.stop();
        resolve(answer);
      };
      const timer = setTimeout(finish, limitMs, 'timed_out');
      child.once('message', (answer) => {
        finish(answer as RunAnswer);
      });
      child.once('exit', () => {
        finish(null);
      });
      // Sending fails only if the process has exited.
      child.send(request, (error) => {
        if (error) finish(null);
      });
    });
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#runs = 0;
  }
}
