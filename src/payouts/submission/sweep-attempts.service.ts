import { Injectable } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AttemptOutcomesService } from '../evidence/attempt-outcomes.service.js';
import { type AttemptOfPayout, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// No caller waits for these attempts; a second more of uncertainty is little beside the provider's time-out.
const SWEEP_EVERY_MS = 1_000;

// 20 a tick is what a person's list shows of a crash; more are due again a second later.
const SWEEP_BATCH_SIZE = 20;

/** Ends attempts whose process was killed, so that each has an outcome or is on a person's list in bounded time. */
@Injectable()
export class SweepAttemptsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly outcomes: AttemptOutcomesService,
  ) {}

  /**
   * Makes attempts unknown whose answer nobody waits for any more: their process was killed. It never sends again. An
   * attempt that another session has locked is left to the next time, and an attempt that fails is in no other's way.
   */
  @RunEvery(SWEEP_EVERY_MS, 'payouts.sweep')
  async sweep(): Promise<{ readonly more: boolean }> {
    const overdue = await this.attempts.findOverdue(SWEEP_BATCH_SIZE);
    // One after the other: each may review the gate, for which they would only wait for each other.
    const results = await eachDue(overdue, (attempt) => this.end(attempt), { oneByOne: true });
    return { more: results.filter(Boolean).length === SWEEP_BATCH_SIZE };
  }

  /** @returns false when another session has it */
  private async end({ id, payoutId }: AttemptOfPayout): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.attempts.lockUnlessLocked(tx, id))) return false;
      const locked = await this.attempts.lockWithPayout(tx, { payoutId, attemptId: id });
      await this.outcomes.makeUnconfirmed(tx, locked, { cause: 'DEADLINE', reason: 'deadline', httpStatus: null });
      return true;
    });
  }
}
