import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import type { PayoutGate } from './payout-gate.service.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';

/**
 * This process's memory of the last attempt whose commit the database acknowledged. When the database does not know
 * it any more, it has gone backwards, by a failover that lost commits or a restore under a running system, and it may
 * also have forgotten payouts that were sent: nothing more may be sent until a person has looked.
 */
@Injectable()
export class SubmissionJournal {
  #last: { readonly attemptId: string; readonly claimedAt: Date } | null = null;

  constructor(private readonly attempts: PayoutAttemptsRepository) {}

  /** Remembers the last of the claims, once their commit is acknowledged. */
  record(claims: readonly { readonly attemptId: string; readonly claimedAt: Date }[]): void {
    this.#last = claims.at(-1) ?? this.#last;
  }

  /**
   * Whether an attempt that was committed is gone. A person who opened the gate since has looked: what is there now
   * counts. Both times are the database's.
   */
  async hasLostClaim(tx: Transaction, gate: PayoutGate): Promise<boolean> {
    if (this.#last === null) return false;
    if (gate.changedBy !== null && gate.changedAt > this.#last.claimedAt) this.#last = null;
    return this.#last !== null && !(await this.attempts.isKnown(tx, this.#last.attemptId));
  }
}
