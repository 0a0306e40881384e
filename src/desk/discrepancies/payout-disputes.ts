import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';

/** A payout that a discrepancy is about, locked. */
export interface DisputedPayout {
  /** Everybody who created or changed it. */
  readonly makers: readonly string[];
  /** Null while it is bound to nothing at the provider. */
  readonly providerPayoutId: string | null;
  /** Applies what a person found: whether the provider's payout is this one. Called last in the transaction. */
  apply(isThisPayout: boolean, by: { readonly actorId: string; readonly reference: string }): Promise<void>;
}

/** Implemented by the feature that payouts belong to. */
export interface PayoutDisputeHandler {
  /** Locks a payout; null when there is none. */
  lock(tx: Transaction, payoutId: string): Promise<DisputedPayout | null>;
  /** The ids at the provider that payouts are bound to, in order; null for a payout that is bound to none. */
  findBoundIds(payoutIds: readonly string[]): Promise<readonly (string | null)[]>;
}

/** Where payouts register themselves: discrepancies know nothing of them. */
@Injectable()
export class PayoutDisputes {
  #handler: PayoutDisputeHandler | null = null;

  register(handler: PayoutDisputeHandler): void {
    this.#handler = handler;
  }

  get handler(): PayoutDisputeHandler {
    if (!this.#handler) throw new Error('No handler is registered for disputed payouts');
    return this.#handler;
  }
}
