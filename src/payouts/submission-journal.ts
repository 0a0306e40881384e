import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import type { PayoutGate } from './payout-gate.service.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { type AcknowledgedClaim, SubmissionJournalFile } from './submission-journal.file.js';

/**
 * This process's knowledge of the last attempt whose commit the database acknowledged. When the database does not know
 * it any more, it has gone backwards, by a failover that lost commits or by a restore, and it may also have forgotten
 * payouts that were sent: nothing more may be sent until a person has looked. With `PAYOUT_JOURNAL_FILE` the knowledge
 * outlives the process, without it a restore while nothing runs goes unnoticed.
 */
@Injectable()
export class SubmissionJournal implements OnModuleInit {
  readonly #file: SubmissionJournalFile | null;
  #last: AcknowledgedClaim | null = null;

  constructor(
    config: Config,
    private readonly attempts: PayoutAttemptsRepository,
  ) {
    const { journalFile } = config.payouts;
    this.#file = journalFile === null ? null : new SubmissionJournalFile(journalFile);
  }

  /** @throws SubmissionJournalError when the file cannot be used */
  async onModuleInit(): Promise<void> {
    if (this.#file) this.#last = await this.#file.open();
  }

  /**
   * Remembers the last of the claims, once their commit is acknowledged. Nothing of them may be sent before this
   * resolves, and nothing at all when it rejects: a send that no journal knows of could be forgotten with the database.
   */
  async record(claims: readonly AcknowledgedClaim[]): Promise<void> {
    const last = claims.at(-1);
    if (!last) return;
    this.#last = { attemptId: last.attemptId, claimedAt: last.claimedAt };
    await this.#file?.write(this.#last);
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
