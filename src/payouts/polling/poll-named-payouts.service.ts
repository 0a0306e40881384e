import { Injectable } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PayoutEvidenceService } from '../evidence/payout-evidence.service.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from '../evidence/persistence/payout-evidence.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// A newly named id wakes the tick. Only ids named on other replicas, and retries, wait for it, at most this long.
const NAMED_POLL_EVERY_MS = 1_000;

// Unusable answers are rare, because a few of them shut the gate.
const BATCH_SIZE = 10;

// Delays after the first read-back, which is immediate. They are short while the provider's reads may lag, then grow
// until a day has passed, which is longer than most outages. After that people decide about the id.
const NAMED_POLL_DELAYS_SECONDS: readonly number[] = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

/**
 * Polls provider ids from unusable answers. Such an id proves nothing until its read-back shows the attempt's callback
 * URL with the right amount and recipient.
 */
@Injectable()
export class PollNamedPayoutsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly records: PayoutEvidenceRepository,
    private readonly evidence: PayoutEvidenceService,
  ) {}

  @RunEvery(NAMED_POLL_EVERY_MS, 'payouts.poll_named')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.attempts.claimDueNamedPolls(tx, BATCH_SIZE));
    await eachDue(due, (attempt) => this.poll(attempt));
    return { more: due.length === BATCH_SIZE };
  }

  private async poll(attempt: PayoutAttemptEntity): Promise<void> {
    const nextSeconds = (await this.isOver(attempt))
      ? null
      : (NAMED_POLL_DELAYS_SECONDS[attempt.namedPollsMade] ?? null);
    await this.unitOfWork.run((tx) => this.attempts.recordNamedPoll(tx, attempt.id, nextSeconds));
  }

  /** Whether all ids are decided: one belongs to this attempt, or all belong to other attempts. */
  private async isOver(attempt: PayoutAttemptEntity): Promise<boolean> {
    const ids = await this.unitOfWork.run((tx) =>
      this.records.findNamedIds(tx, { payoutId: attempt.payoutId, attemptId: attempt.id }),
    );
    let areOthers = true;
    for (const providerPayoutId of ids) {
      if (attempt.providerPayoutId === providerPayoutId) return true;
      const named = { providerPayoutId, by: 'RESPONSE_UNUSABLE', cause: 'POLL' } as const;
      const result = await this.evidence.bindAttempt(attempt, named);
      if (result.kind === 'bound' || result.kind === 'already_bound' || result.kind === 'duplicate') return true;
      areOthers &&= await this.evidence.isAnothers(attempt, result);
    }
    return areOthers;
  }
}
