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
  /** Path of the script, relative to the checkout's root. */
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  /** URL that answers 200 once the process is ready. */
  readonly readyUrl: string;
  readonly onLine: (line: ProcessLine) => void;
}

// A start may fail because the database is down. Like an orchestrator, the stage tries again.
const START_TRIES = 30;
const START_PAUSE_MS = 500;

/** A process that faults may kill or freeze, and that is restarted afterwards like by an orchestrator. */
export class RestartableProcess {
  /** Reasons for exits that the test did not cause. */
  readonly unplannedEnds: string[] = [];
  #child: SupervisedProcess | undefined;
  #isEndWanted = false;
  /** Makes faults wait for each other: the next one begins when the current one is over. */
  #busy: Promise<void> = Promise.resolve();

  constructor(private readonly options: RestartableProcessOptions) {}

  /** The process id; undefined while the process is down. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and resolves when it is ready. */
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

  /** Kills the process with `kill -9`, and resolves when it is gone. */
  async kill(): Promise<void> {
    this.#isEndWanted = true;
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Kills the process with `kill -9` and starts it again. */
  killAndRestart(): Promise<void> {
    return this.exclusively(async () => {
      await this.kill();
      await this.start();
    });
  }

  /** Freezes the process for a while. It wakes in the middle of its work, unaware of the time that has passed. */
  pause(forMs: number): Promise<void> {
    return this.exclusively(async () => {
      this.freeze();
      await delay(forMs);
      this.thaw();
    });
  }

  /** Freezes the process in the middle of its work, until `thaw`. */
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
