import { setTimeout as delay } from 'node:timers/promises';
import { findProjectRoot } from '../../../dev/start/project-root.js';
import { awaitReady } from '../../../dev/start/readiness-probe.js';
import {
  type ProcessLine,
  superviseProcess,
  type SupervisedProcess,
} from '../../../dev/processes/supervised-process.js';

export interface RestartableProcessOptions {
  readonly name: string;
  /** Relative to the root of the checkout. */
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Answers 200 once the process can work. */
  readonly readyUrl: string;
  readonly onLine: (line: ProcessLine) => void;
}

// A start can fail because the database is down at the time. An orchestrator would keep trying as well.
const START_TRIES = 30;
const START_PAUSE_MS = 500;

/** A process that is subject to faults and is restarted afterwards, as by an orchestrator. */
export class RestartableProcess {
  /** Exits that the test did not cause, with the reason. */
  readonly unplannedEnds: string[] = [];
  #child: SupervisedProcess | undefined;
  #isEndWanted = false;
  /** Serialises faults: the next one begins when this one is over. */
  #busy: Promise<void> = Promise.resolve();

  constructor(private readonly options: RestartableProcessOptions) {}

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it and resolves when it is ready. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.#isEndWanted = false;
      try {
        await this.startOnce();
        return;
      } catch (error) {
        if (tries === START_TRIES) throw error;
        await delay(START_PAUSE_MS);
      }
    }
  }

  /** Kills it with `kill -9`; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#isEndWanted = true;
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Kills it with `kill -9` and starts a new process. */
  killAndRestart(): Promise<void> {
    return this.exclusively(async () => {
      await this.kill();
      await this.start();
    });
  }

  /** Freezes it for a while. It wakes in the middle of its work, unaware of the time that has passed. */
  pause(forMs: number): Promise<void> {
    return this.exclusively(async () => {
      this.freeze();
      await delay(forMs);
      this.thaw();
    });
  }

  /** Freezes it in the middle of its work, until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  stop(): Promise<void> {
    return this.exclusively(async () => {
      this.#isEndWanted = true;
      await this.#child?.stop();
    });
  }

  private async startOnce(): Promise<void> {
    const { name, script, environment, readyUrl, onLine } = this.options;
    const root = findProjectRoot();
    const child = superviseProcess({ name, script: `${root}/${script}`, workingDirectory: root, environment, onLine });
    this.#child = child;
    try {
      await awaitReady(child, { url: readyUrl });
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    void child.exited.then(({ how, lastWords }) => {
      if (this.#isEndWanted) return;
      this.unplannedEnds.push(`${name} ended by itself (${how}): ${lastWords.slice(-500)}`);
      void this.exclusively(() => this.start()).catch(() => undefined);
    });
  }

  private exclusively(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}
