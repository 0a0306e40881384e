import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import { PatientWork } from '../../platform/scheduling/patient-work.js';
import { PayoutGateReviews } from '../gate/payout-gate-reviews.js';
import { PayoutGateService } from '../gate/payout-gate.service.js';
import { AttemptMissingError, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { type AttemptOutcome, AttemptOutcomesService } from '../evidence/attempt-outcomes.service.js';

export interface AttemptIds {
  readonly payoutId: string;
  readonly attemptId: string;
}

// Maximum number of outcomes that this process knows but has not recorded: twenty times as many as it can have in
// flight, and a few hundred kilobytes.
const MAX_OPEN = 1_000;

/**
 * Records the outcomes of this process's attempts, however long that takes. If an outcome were lost with the process,
 * it would be unknown, and two people would have to look into it.
 */
@Injectable()
export class AttemptRecorder {
  readonly #logger = new Logger(AttemptRecorder.name);
  #open = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly outcomes: AttemptOutcomesService,
    private readonly gate: PayoutGateService,
    private readonly reviews: PayoutGateReviews,
    private readonly patience: PatientWork,
    private readonly openWork: OpenWork,
    private readonly alarms: Alarms,
  ) {}

  /** False if so many outcomes are not recorded yet that nothing more should be sent. */
  get hasRoom(): boolean {
    return this.#open < MAX_OPEN;
  }

  /**
   * Records an outcome. Resolves when it is recorded, or when it is certain that it cannot be. A shutdown waits for it.
   */
  record(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    return this.keep(() => this.recordKnown(ids, outcome));
  }

  /**
   * Ends attempts whose COMMIT was not acknowledged. If they exist, they are marked as not sent: only this process knew
   * their tokens, and it sent nothing. They may still appear if the database was only slow.
   */
  disown(attempts: readonly AttemptIds[]): void {
    for (const ids of attempts) {
      // If there is no more room, the sweep ends the attempts, and people decide.
      if (this.hasRoom) void this.keep(() => this.recordDisowned(ids));
    }
  }

  private async keep(work: () => Promise<void>): Promise<void> {
    this.#open += 1;
    try {
      await this.openWork.finish(work());
    } finally {
      this.#open -= 1;
    }
  }

  private async recordKnown(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    try {
      await this.patience.run(() => this.write(ids, outcome), {
        isHopeless: (error) => error instanceof AttemptMissingError,
        onFirstFailure: (error) => {
          this.#logger.warn({ event: 'payout_outcome_waits', attemptId: ids.attemptId, err: error });
        },
      });
    } catch (error) {
      if (error instanceof AttemptMissingError) await this.reportMissing(ids, outcome);
      else this.#logger.error({ event: 'payout_outcome_not_recorded', ...ids, ...facts(outcome), err: error });
      return;
    }
    // Requested in any case: a try that seemed to fail may have been committed, with only its acknowledgement lost.
    if (outcome.kind === 'unknown') await this.reviews.request();
  }

  private async recordDisowned(ids: AttemptIds): Promise<void> {
    const outcome = { kind: 'not_sent', reason: 'commit_not_acknowledged' } as const;
    await this.patience
      .run(() => this.write(ids, outcome), { isHopeless: () => this.patience.isEnding })
      // Most of these attempts were rolled back, so they do not exist.
      .catch(() => undefined);
  }

  private write(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.attempts.lockWithPayout(tx, ids);
      await this.outcomes.recordOutcome(tx, locked, outcome);
    });
  }

  /**
   * Reports an attempt that is missing although its commit was acknowledged: the database has lost it, and perhaps
   * others.
   */
  private async reportMissing(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    this.alarms.raise('payout_attempt_missing', { ...ids, ...facts(outcome) });
    const shut = () =>
      this.unitOfWork.run((tx) => this.gate.shut(tx, 'The database lacks an attempt that was committed.'));
    await this.patience.run(shut).catch((error: unknown) => {
      this.#logger.error({ event: 'payout_gate_not_shut', err: error });
    });
  }
}

function facts(outcome: AttemptOutcome): { readonly outcome: string; readonly providerPayoutId: string | null } {
  const id = outcome.kind === 'accepted' ? outcome.value.providerPayoutId : null;
  const named = outcome.kind === 'unknown' ? (outcome.namedIds?.[0] ?? null) : null;
  return { outcome: outcome.kind, providerPayoutId: id ?? named };
}
