import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { Acceptance } from '../subjects/subject.js';
import { AnswerTimes } from './answer-times.js';

/** The answers that a caller got for one request. */
export interface CallerRecord {
  readonly idempotencyKey: string;
  /** Every id in any of the answers. */
  readonly ids: readonly string[];
  readonly calls: number;
}

interface Keyed {
  readonly idempotencyKey: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export interface CallerOptions<Request extends Keyed> {
  /** The requests to send, in this order. */
  readonly requests: Iterator<Request, undefined>;
  /**
   * Sends a request once, as a caller who may retry.
   * @throws if the outcome is unknown: a lost connection, or a failure of the server
   */
  readonly ask: (request: Request, url: string, withinMs?: number) => Promise<Acceptance>;
  readonly random: SeededRandom;
  readonly callers: number;
  readonly urls: () => readonly string[];
  /** Time for which a caller keeps asking about a request after an answer that says to wait. */
  readonly followedForMs: number;
  /** The pause between a caller's requests. Defaults to none. */
  readonly pauseMs?: Range;
  /** Awaited before each request, with the number of requests so far. */
  readonly beforeEach?: (asked: number) => Promise<void>;
}

// Delay between two calls about one request, as a program would wait that was told to retry.
const AGAIN_AFTER_MS = { from: 100, to: 400 };

// Every part restarts within seconds, so no answer for this long means that the desk is dead.
const GIVEN_UP_AFTER_MS = 120_000;

// Longer than a payout takes to wait for its slot, be sent and be recorded, with the default timeout of a call.
const PATIENT_FOR_MS = 30_000;

/**
 * Callers who send one request after another and retry with the same idempotency key, at any replica, until they know
 * that it is in progress. Purser promises them that no work is done twice.
 */
export class CallerLoad<Request extends Keyed> {
  readonly records: CallerRecord[] = [];
  /** Callers who gave up after minutes, each with its last error. No further requests are sent after that. */
  readonly unanswered: string[] = [];
  readonly answers = new AnswerTimes();
  #asked = 0;
  #isOn = false;
  #callers: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: CallerOptions<Request>) {}

  /** Number of requests taken so far. */
  get asked(): number {
    return this.#asked;
  }

  begin(): void {
    this.#isOn = true;
    this.#callers = Promise.all(Array.from({ length: this.options.callers }, () => this.work()));
  }

  /** Takes no more requests. Resolves when every request in progress is answered. */
  async end(): Promise<void> {
    this.#isOn = false;
    await this.#callers;
  }

  /** Starts the callers. Resolves when every request is answered. */
  async run(): Promise<void> {
    this.begin();
    await this.#callers;
  }

  /**
   * Sends each of these requests once, all at the same moment, with long timeouts. Returns how many were told to wait.
   */
  async askAtOnce(requests: readonly Request[]): Promise<number> {
    const { ask, random, urls } = this.options;
    let waiting = 0;
    await Promise.all(
      requests.map(async (request) => {
        this.#asked += 1;
        try {
          const { id, isWaiting } = await ask(request, random.pick(urls()), PATIENT_FOR_MS);
          this.records.push({ idempotencyKey: request.idempotencyKey, ids: [id], calls: 1 });
          if (isWaiting) waiting += 1;
        } catch (error) {
          this.giveUp(request, error);
        }
      }),
    );
    return waiting;
  }

  private async work(): Promise<void> {
    const { requests, random, pauseMs, beforeEach } = this.options;
    while (this.#isOn && this.unanswered.length === 0) {
      const next = requests.next();
      if (next.done === true) return;
      const asked = this.#asked;
      this.#asked += 1;
      await beforeEach?.(asked);
      await this.askUntilSent(next.value);
      await delay(pauseMs ? random.integer(pauseMs) : 0);
    }
  }

  private async askUntilSent(request: Request): Promise<void> {
    const { ask, urls, followedForMs } = this.options;
    const random = this.options.random.fork(request.idempotencyKey);
    const ids = new Set<string>();
    const startedAt = performance.now();
    for (let calls = 1; ; calls += 1) {
      const elapsedMs = performance.now() - startedAt;
      try {
        const { id, isWaiting } = await ask(request, random.pick(urls()));
        ids.add(id);
        this.answers.add();
        if (!isWaiting || elapsedMs > followedForMs) {
          this.records.push({ idempotencyKey: request.idempotencyKey, ids: [...ids], calls });
          return;
        }
      } catch (error) {
        if (elapsedMs > GIVEN_UP_AFTER_MS) {
          this.giveUp(request, error);
          return;
        }
      }
      await delay(random.integer(AGAIN_AFTER_MS));
    }
  }

  private giveUp({ idempotencyKey }: Request, error: unknown): void {
    this.unanswered.push(`${idempotencyKey}: ${String(error).slice(0, 200)}`);
  }
}
