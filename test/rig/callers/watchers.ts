import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LoggedChange } from '../audit/failover-audit.js';

/** The figures of all watchers together. */
export interface WatchedSoFar {
  /** How many have had a change. */
  readonly watching: number;
  /** Changes that came, by all watchers together. */
  readonly received: number;
  /** How much of a core the watchers' thread took, from 0 to 1: near 1 it would be what is late. */
  readonly utilization: number;
  /** How often sockets were closed. */
  readonly closings: number;
  /** From the change to the watcher, of the changes since the figures were asked for before; null without any. */
  readonly lateMs: { readonly median: number; readonly p99: number; readonly most: number } | null;
}

/** The part of the log that watchers lack, and what they had twice. */
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
  /** Those of the teams that watch, 250 at most: each watcher has one, and each team an address. */
  readonly apiKeys: readonly string[];
  readonly watchers: number;
}

// An answer over a log of minutes takes some seconds of a busy core.
const ANSWER_WITHIN_MS = 60_000;

/** Subscribers of every change of a payout, in a thread of their own: reading them must not delay the callers' clock. */
export class Watchers {
  readonly #thread: Worker;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(start: WatchersStart) {
    this.#thread = new Worker(new URL('watchers-thread.js', import.meta.url), { workerData: start });
    // A thread that fails fails the question it is asked next.
    this.#thread.on('error', () => undefined);
  }

  figures(): Promise<WatchedSoFar> {
    return this.ask({ ask: 'figures' });
  }

  /** Compares what each has had with the log. */
  audit(log: readonly LoggedChange[]): Promise<WatchersAudit> {
    return this.ask({ ask: 'audit', log });
  }

  async end(): Promise<void> {
    await this.ask({ ask: 'end' }).catch(() => undefined);
    await this.#thread.terminate();
  }

  /** One question at a time. */
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
