import { movedPayout, type Payout } from '../payouts/payout.schema.js';
import type { PayoutStatus } from '../payouts/payout-status.states.js';
import type { PayoutMoveCause, RecordOf } from './book-record.schema.js';

export interface PayoutMove {
  readonly at: string;
  readonly from: PayoutStatus;
  readonly to: PayoutStatus;
  readonly cause: PayoutMoveCause;
}

export interface BookedPayout {
  readonly payout: Payout;
  readonly moves: readonly PayoutMove[];
}

/** Every payout ever created, the oldest first. Like orders, none is ever dropped. */
export class PayoutShelf {
  private readonly payouts = new Map<string, BookedPayout>();

  find(payoutId: string): BookedPayout | null {
    return this.payouts.get(payoutId) ?? null;
  }

  list(): readonly BookedPayout[] {
    return [...this.payouts.values()];
  }

  created({ payout }: RecordOf<'payout.created'>): void {
    this.payouts.set(payout.id, { payout, moves: [] });
  }

  moved({ at, payoutId, to, cause, stepDueAt }: RecordOf<'payout.moved'>): void {
    const booked = this.payouts.get(payoutId);
    if (booked === undefined) return;
    const { payout, moves } = booked;
    this.payouts.set(payoutId, {
      payout: movedPayout({ payout, to, at, stepDueAt }),
      moves: [...moves, { at, from: payout.status, to, cause }],
    });
  }

  clear(): void {
    this.payouts.clear();
  }
}
