import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { type EndedSlots, type RequestLane, type TokenLane, TokenStore } from './token-store.js';

export type BudgetAnswer =
  | 'granted'
  /** No slot became free in time, or too many requests were waiting already. */
  | 'exhausted'
  | 'unavailable';

type Answer = number | Exclude<BudgetAnswer, 'granted'>;

interface Waiter {
  readonly wanted: number;
  readonly answer: (answer: Answer) => void;
}

class WaitingLane {
  readonly waiters = new Set<Waiter>();
  serving = false;

  constructor(readonly name: TokenLane) {}
}

// A request waits at most two seconds (the client's send window), so requests in a longer queue would time out anyway.
const SECONDS_OF_QUEUE = 2;

// Bounds for the store's estimate. At least 5 ms, so replicas that wake together do not spin on the row; at most 250
// ms, because another replica may return unused tokens.
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

const NONE: EndedSlots = { used: 0, unused: 0 };

/**
 * Limits requests to the provider across all replicas. Hands tokens to this process's waiting requests, the oldest
 * first.
 *
 * Each lane has at most one lease in progress, for as many tokens as it has waiters: a single request costs one small
 * statement, and under load one statement serves all requests that arrived meanwhile. Tokens are never kept for later,
 * because other replicas would miss them and spending them later would overload that second.
 */
@Injectable()
export class RequestBudget implements OnApplicationShutdown {
  readonly #logger = new Logger(RequestBudget.name);
  readonly #lanes = {
    changes: new WaitingLane('changes'),
    claims: new WaitingLane('claims'),
    interactive: new WaitingLane('interactive'),
    background: new WaitingLane('background'),
    unverified: new WaitingLane('unverified'),
  };
  readonly #longestQueue: number;
  readonly #stopping = new AbortController();
  #ended: EndedSlots = NONE;
  #isEnding = false;

  constructor(
    private readonly store: TokenStore,
    config: Config,
  ) {
    this.#longestQueue = Math.ceil(SECONDS_OF_QUEUE * config.provider.requestsPerSecond);
  }

  /**
   * Gets permission to send one request immediately. Never rejects: a request without permission is not sent, which is
   * always safe.
   * @param waitMs maximum wait for a slot
   */
  async take(laneName: RequestLane, waitMs: number): Promise<BudgetAnswer> {
    const answer = await this.waitFor(this.#lanes[laneName], 1, waitMs);
    return typeof answer === 'number' ? 'granted' : answer;
  }

  /**
   * Holds slots for up to `wanted` claims. Waits until at least one is free, then takes all that are. They may be used
   * any time within `HELD_MS` of this call without overloading a second.
   * @returns the number of slots held, or why there are none
   */
  hold(wanted: number, waitMs: number): Promise<Answer> {
    return this.waitFor(this.#lanes.claims, wanted, waitMs);
  }

  /** Stops holding slots, used or unused. Never fails: slots whose update is lost expire after `HELD_MS`. */
  endHeld({ used, unused }: EndedSlots): void {
    this.#ended = { used: this.#ended.used + used, unused: this.#ended.unused + unused };
    if (!this.#isEnding) void this.endAll();
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
    for (const lane of Object.values(this.#lanes)) answerAll(lane, 'exhausted');
  }

  private waitFor(lane: WaitingLane, wanted: number, waitMs: number): Promise<Answer> {
    if (this.#stopping.signal.aborted || lane.waiters.size >= this.#longestQueue) return Promise.resolve('exhausted');
    return new Promise((resolve) => {
      const waiter: Waiter = {
        wanted,
        answer: (answer) => {
          clearTimeout(timer);
          lane.waiters.delete(waiter);
          resolve(answer);
        },
      };
      const timer = setTimeout(waiter.answer, waitMs, 'exhausted');
      lane.waiters.add(waiter);
      if (!lane.serving) void this.serve(lane);
    });
  }

  /**
   * Ends slots in batches: one statement covers all that end in the same tick, such as those of one claim, and all that
   * end while another statement runs.
   */
  private async endAll(): Promise<void> {
    this.#isEnding = true;
    await Promise.resolve();
    while (this.#ended !== NONE) {
      const slots = this.#ended;
      this.#ended = NONE;
      await this.store.endHeld(slots).catch((error: unknown) => {
        this.warn('endHeldRequestBudget', error);
      });
    }
    this.#isEnding = false;
  }

  private warn(operation: string, error: unknown): void {
    this.#logger.warn({ event: 'request_budget_unavailable', operation, err: error });
  }

  /**
   * Returns how long a lane must let others go first, or null if it need not. Claims and interactive reads share tokens
   * with changes, which go first because a payer or a claimed payout may be waiting. A bucket of two tokens is too
   * small to reserve one for each lane, so their order is enforced here.
   */
  private yields(lane: WaitingLane): number | null {
    const { changes, claims, interactive, background, unverified } = this.#lanes;
    const isWaiting = ({ waiters }: WaitingLane): boolean => waiters.size > 0;
    if ((lane === claims || lane === interactive) && isWaiting(changes)) return SHORTEST_PAUSE_MS;
    return lane === unverified && [changes, claims, interactive, background].some(isWaiting) ? LONGEST_PAUSE_MS : null;
  }

  private async serve(lane: WaitingLane): Promise<void> {
    lane.serving = true;
    try {
      // Requests made in the same tick, such as the polls of one batch, share the first lease.
      await Promise.resolve();
      while (lane.waiters.size > 0) {
        const yieldMs = this.yields(lane);
        if (yieldMs !== null) {
          await pause(yieldMs, this.#stopping.signal);
          continue;
        }
        const wanted = [...lane.waiters].reduce((sum, waiter) => sum + waiter.wanted, 0);
        const { granted, nextTokenInMs } = await this.store.lease(lane.name, wanted);
        const left = share(lane, granted);
        // The waiters for these tokens have timed out.
        if (left > 0) this.giveBack(lane, left);
        if (granted < wanted && lane.waiters.size > 0) await pause(nextTokenInMs, this.#stopping.signal);
      }
    } catch (error) {
      this.warn('leaseRequestBudget', error);
      answerAll(lane, 'unavailable');
    } finally {
      lane.serving = false;
    }
  }

  private giveBack(lane: WaitingLane, count: number): void {
    if (lane === this.#lanes.claims) {
      this.endHeld({ used: 0, unused: count });
      return;
    }
    this.store.giveBack(count).catch((error: unknown) => {
      this.warn('giveBackRequestBudget', error);
    });
  }
}

/** Hands tokens to waiters, the oldest first, and returns the rest. */
function share(lane: WaitingLane, tokens: number): number {
  let left = tokens;
  for (const waiter of lane.waiters) {
    if (left === 0) break;
    const granted = Math.min(waiter.wanted, left);
    left -= granted;
    waiter.answer(granted);
  }
  return left;
}

function answerAll(lane: WaitingLane, answer: Exclude<Answer, number>): void {
  for (const waiter of lane.waiters) waiter.answer(answer);
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
    stopping.addEventListener('abort', end);
  });
}
