import { Injectable } from '@nestjs/common';
import { RequestBudget } from '../budget/request.budget.js';
import { type PermitAnswer, type SendPermit, SendPermits } from '../port/send.permits.js';
import { CircuitBreakers } from './circuit.breakers.js';
import { Slots } from './slots.js';

// Three quarters of the connections for changes: however slow payouts are, a payer's order finds one.
const CONNECTIONS_FOR_PERMITS = 48;

// What the bucket of the budget leaves room for: requests sent this late still do not crowd a second.
const FRESH_MS = 100;

/** Permits from the circuit of a merchant's changes, the connections of this process and the budget of all. */
@Injectable()
export class HttpSendPermits extends SendPermits {
  readonly #slots = new Slots(CONNECTIONS_FOR_PERMITS);

  constructor(
    private readonly circuits: CircuitBreakers,
    private readonly budget: RequestBudget,
  ) {
    super();
  }

  async take(merchant: string, wanted: number, waitMs: number): Promise<PermitAnswer> {
    const waitUntil = performance.now() + waitMs;
    const admitted = Math.min(wanted, this.circuits.room(merchant, 'changes'));
    if (admitted === 0) return { permits: [], reason: 'circuit_open' };
    const slots = await this.#slots.take(admitted, waitMs);
    if (slots === 0) return { permits: [], reason: 'window_over' };
    // Last, since a place in the budget is to be used at once.
    const answer = await this.budget.takeUpTo('interactive', slots, Math.max(0, waitUntil - performance.now()));
    const granted = typeof answer === 'number' ? answer : 0;
    this.#slots.giveBack(slots - granted);
    if (typeof answer !== 'number') return { permits: [], reason: `budget_${answer}` };
    return { permits: Array.from({ length: granted }, () => this.permit()), reason: null };
  }

  private permit(): SendPermit {
    const freshUntil = performance.now() + FRESH_MS;
    let isUsed = false;
    let isOver = false;
    return {
      use: () => {
        if (isUsed) return false;
        isUsed = true;
        if (performance.now() < freshUntil) return true;
        this.budget.giveBack(1);
        return false;
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#slots.giveBack(1);
        if (!isUsed) this.budget.giveBack(1);
      },
    };
  }
}
