import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';

export interface DisputedPayout {
  readonly makers: readonly string[];
  readonly providerPayoutId: string | null;
  /** Applies the person's answer. Called last in the transaction. */
  apply(isThisPayout: boolean, by: { readonly actorId: string; readonly reference: string }): Promise<void>;
}

export interface PayoutDisputeHandler {
  lock(tx: Transaction, payoutId: string): Promise<DisputedPayout | null>;
  findBoundIds(payoutIds: readonly string[]): Promise<readonly (string | null)[]>;
}

/** Registry in which the payouts feature registers its handler, because this module must not import it. */
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
