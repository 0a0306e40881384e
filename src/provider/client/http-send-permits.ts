import { Injectable } from '@nestjs/common';
import { Slots } from '../../common/concurrency/slots.js';
import { RequestBudget } from '../budget/request-budget.js';
import { HELD_MS } from '../budget/token-store.js';
import { type PermitAnswer, type SendPermit, SendPermits } from '../port/send-permits.js';
import { CircuitBreakers } from './circuit-breakers.js';

// Three quarters of the connections for changes, so a payer's order finds a connection however slow payouts are.
const CONNECTIONS_FOR_PERMITS = 48;

/**
 * Grants permits from three sources: the circuits of a merchant's payouts, this process's connections and the shared
 * request budget.
 */
@Injectable()
export class HttpSendPermits extends SendPermits {
  readonly #slots = new Slots({ atOnce: CONNECTIONS_FOR_PERMITS });

  constructor(
    private readonly circuits: CircuitBreakers,
    private readonly budget: RequestBudget,
  ) {
    super();
  }

  async take(merchant: string, wanted: number, waitMs: number): Promise<PermitAnswer> {
    const waitUntil = performance.now() + waitMs;
    const credentials = this.circuits.room(merchant, 'credentials');
    if (credentials === 0) return { permits: [], reason: 'credentials_refused' };
    const admitted = Math.min(wanted, credentials, this.circuits.room(merchant, 'changes'));
    if (admitted === 0) return { permits: [], reason: 'circuit_open' };
    const slots = await this.#slots.takeSome('changes', admitted, waitMs);
    if (slots.length === 0) return { permits: [], reason: 'window_over' };
    // Taken last, because slots are few and shared by all replicas.
    const askedAt = performance.now();
    const answer = await this.budget.hold(slots.length, Math.max(0, waitUntil - askedAt));
    const granted = typeof answer === 'number' ? answer : 0;
    for (const giveBack of slots.splice(granted)) giveBack();
    if (typeof answer !== 'number') return { permits: [], reason: `budget_${answer}` };
    return { permits: slots.map((giveBack) => this.permit(askedAt + HELD_MS, giveBack)), reason: null };
  }

  private permit(heldUntil: number, giveBack: () => void): SendPermit {
    let isUsed = false;
    let isOver = false;
    // After this time the slot counts as used.
    const isHeld = (): boolean => performance.now() < heldUntil;
    return {
      use: () => {
        if (isUsed || !isHeld()) return false;
        isUsed = true;
        this.budget.endHeld({ used: 1, unused: 0 });
        return true;
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        giveBack();
        if (!isUsed && isHeld()) this.budget.endHeld({ used: 0, unused: 1 });
      },
    };
  }
}
