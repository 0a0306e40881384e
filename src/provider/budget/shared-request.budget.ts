import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { type BudgetAnswer, RequestBudget, type RequestLane } from './request.budget.js';
import { TokenStore } from './token.store.js';

type Waiter = (answer: BudgetAnswer) => void;

class WaitingLane {
  readonly waiters = new Set<Waiter>();
  serving = false;

  constructor(readonly name: RequestLane) {}
}

// A request waits two seconds at most (the client's send window): whoever stands further back would wait in vain.
const SECONDS_OF_QUEUE = 2;

// Between these bounds the store's own estimate is followed. 5 ms: replicas that wake together do not spin on the row.
// 250 ms: another replica may leave tokens unused, and the next look finds them.
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Hands the shared tokens to whoever waits in this process, oldest first.
 *
 * At most one lease a lane is under way, and it asks for as many tokens as there are waiters: a lone request costs one
 * small statement, and under load one statement serves all who came meanwhile. No token is kept for later, since an
 * idle replica's tokens would be missing elsewhere and, spent late, would crowd another second.
 */
@Injectable()
export class SharedRequestBudget extends RequestBudget implements OnApplicationShutdown {
  readonly #logger = new Logger(SharedRequestBudget.name);
  readonly #lanes = { interactive: new WaitingLane('interactive'), background: new WaitingLane('background') };
  readonly #longestQueue: number;
  readonly #stopping = new AbortController();

  constructor(
    private readonly store: TokenStore,
    config: Config,
  ) {
    super();
    this.#longestQueue = Math.ceil(SECONDS_OF_QUEUE * config.provider.requestsPerSecond);
  }

  take(laneName: RequestLane, waitMs: number): Promise<BudgetAnswer> {
    const lane = this.#lanes[laneName];
    if (this.#stopping.signal.aborted || lane.waiters.size >= this.#longestQueue) return Promise.resolve('exhausted');
    return new Promise((resolve) => {
      const waiter: Waiter = (answer) => {
        clearTimeout(timer);
        lane.waiters.delete(waiter);
        resolve(answer);
      };
      const timer = setTimeout(waiter, waitMs, 'exhausted');
      lane.waiters.add(waiter);
      if (!lane.serving) void this.serve(lane);
    });
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
    for (const lane of Object.values(this.#lanes)) answerAll(lane, 'exhausted');
  }

  private async serve(lane: WaitingLane): Promise<void> {
    lane.serving = true;
    try {
      // Those who come in the same turn, as the polls of one claim do, share the first lease too.
      await Promise.resolve();
      while (lane.waiters.size > 0) {
        const wanted = lane.waiters.size;
        const { granted, nextTokenInMs } = await this.store.lease(lane.name, wanted);
        for (const waiter of [...lane.waiters].slice(0, granted)) waiter('granted');
        if (granted < wanted) await pause(nextTokenInMs, this.#stopping.signal);
      }
    } catch (error) {
      // The name only: a database error carries the statement's parameters.
      this.#logger.warn({ operation: 'leaseRequestBudget', reason: error instanceof Error ? error.name : 'unknown' });
      answerAll(lane, 'unavailable');
    } finally {
      lane.serving = false;
    }
  }
}

function answerAll(lane: WaitingLane, answer: BudgetAnswer): void {
  for (const waiter of lane.waiters) waiter(answer);
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
