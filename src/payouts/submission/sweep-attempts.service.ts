import { Injectable } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AttemptOutcomesService } from '../evidence/attempt-outcomes.service.js';
import { type AttemptOfPayout, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// No caller waits for these attempts, and a second is short compared with the provider's time-out.
const SWEEP_EVERY_MS = 1_000;

// As many as fit on a person's screen after a crash. The others follow a second later.
const SWEEP_BATCH_SIZE = 20;

/**
 * Ends attempts whose process died, so that each attempt gets an outcome or a person's attention within a known time.
 */
@Injectable()
export class SweepAttemptsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly outcomes: AttemptOutcomesService,
  ) {}

  /**
   * Marks the attempts of dead processes as unknown. Never resends them. Attempts that another session has locked are
   * left to the next sweep, and one that fails does not stop the others.
   */
  @RunEvery(SWEEP_EVERY_MS, 'payouts.sweep')
  async sweep(): Promise<{ readonly more: boolean }> {
    const overdue = await this.attempts.findOverdue(SWEEP_BATCH_SIZE);
    // One after the other, because each may review the gate, for which they would wait for each other anyway.
    const results = await eachDue(overdue, (attempt) => this.end(attempt), { oneByOne: true });
    return { more: results.filter(Boolean).length === SWEEP_BATCH_SIZE };
  }

  /**
   * Marks an attempt as unknown.
   * @returns false if another session has it locked
   */
  private async end({ id, payoutId }: AttemptOfPayout): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.attempts.lockUnlessLocked(tx, id))) return false;
      const locked = await this.attempts.lockWithPayout(tx, { payoutId, attemptId: id });
      await this.outcomes.makeUnconfirmed(tx, locked, { cause: 'DEADLINE', reason: 'deadline', httpStatus: null });
      return true;
    });
  }
}
