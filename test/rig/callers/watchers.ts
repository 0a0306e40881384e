import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LoggedChange } from '../audit/failover-audit.js';

export interface WatchedSoFar {
  readonly watching: number;
  readonly received: number;
  /** Share of a core that the watchers' thread uses, from 0 to 1. Near 1, the thread itself would cause the delay. */
  readonly utilization: number;
  /** Number of times sockets were closed. */
  readonly closings: number;
  /** Delay of changes at the watcher, since these figures were last read; null if there were no changes. */
  readonly lateMs: { readonly median: number; readonly p99: number; readonly most: number } | null;
}

/** The log entries that watchers missed, and the entries that they received twice. */
export interface WatchersAudit {
  readonly watchers: number;
  readonly expected: number;
  readonly violations: readonly string[];
}

export type WatchersRequest =
  | { readonly ask: 'figures' }
  | { readonly ask: 'audit'; readonly log: readonly LoggedChange[] }
  | { readonly ask: 'end' };

export interface WatchersStart {
  readonly url: string;
  /** Keys of the watching teams, at most 250. Each watcher uses its team's key and address. */
  readonly apiKeys: readonly string[];
  readonly watchers: number;
}

// Auditing the log of several minutes takes some seconds on a busy core.
const ANSWER_WITHIN_MS = 60_000;

/**
 * Subscribers to every change to a payout, in a separate thread, so that parsing changes does not disturb the callers'
 * timing.
 */
export class Watchers {
  readonly #thread: Worker;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(start: WatchersStart) {
    this.#thread = new Worker(new URL('watchers-thread.js', import.meta.url), { workerData: start });
    // If the thread fails, the next request to it fails.
    this.#thread.on('error', () => undefined);
  }

  figures(): Promise<WatchedSoFar> {
    return this.ask({ ask: 'figures' });
  }

  audit(log: readonly LoggedChange[]): Promise<WatchersAudit> {
    return this.ask({ ask: 'audit', log });
  }

  async end(): Promise<void> {
    await this.ask({ ask: 'end' }).catch(() => undefined);
    await this.#thread.terminate();
  }

  /** Sends one request at a time to the thread, and returns the answer. */
  private ask<Answer>(request: WatchersRequest): Promise<Answer> {
    const answer = this.#turn.then(async () => {
      this.#thread.postMessage(request);
      const given = new AbortController();
      const [value] = await Promise.race([
        once(this.#thread, 'message', { signal: given.signal }) as Promise<[Answer]>,
        once(this.#thread, 'exit', { signal: given.signal }).then(() => {
          throw new Error('The watchers have ended.');
        }),
        delay(ANSWER_WITHIN_MS, undefined, { signal: given.signal }).then(() => {
          throw new Error('The watchers do not answer.');
        }),
      ]).finally(() => {
        given.abort();
      });
      return value;
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
