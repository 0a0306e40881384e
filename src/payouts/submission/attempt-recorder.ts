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

// The outcomes that this process may know and not have recorded: twenty times what it can have under way, and a few
// hundred kilobytes.
const MAX_OPEN = 1_000;

/**
 * Records what this process knows of its attempts, for as long as that takes. An unrecorded outcome would be unknown to
 * everybody once the process is gone, and wait for two people, though nothing was unclear.
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

  /** False while so much is not recorded yet that nothing more should be sent. */
  get hasRoom(): boolean {
    return this.#open < MAX_OPEN;
  }

  /** Resolves when the outcome of an attempt is recorded, or never can be; a shutdown waits for that. */
  record(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    return this.keep(() => this.recordKnown(ids, outcome));
  }

  /**
   * Ends attempts whose COMMIT was not acknowledged. This process alone knew their tokens, and sent nothing, so they
   * are not sent wherever they turn out to exist. They may turn up late, when the database was only slow to answer.
   */
  disown(attempts: readonly AttemptIds[]): void {
    for (const ids of attempts) {
      // Beyond that the sweep has them, and people.
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
    // Also when it was recorded by a try whose answer was lost.
    if (outcome.kind === 'unknown') await this.reviews.request();
  }

  private async recordDisowned(ids: AttemptIds): Promise<void> {
    const outcome = { kind: 'not_sent', reason: 'commit_not_acknowledged' } as const;
    await this.patience
      .run(() => this.write(ids, outcome), { isHopeless: () => this.patience.isEnding })
      // It was rolled back, as most of these are.
      .catch(() => undefined);
  }

  private write(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.attempts.lockWithPayout(tx, ids);
      await this.outcomes.recordOutcome(tx, locked, outcome);
    });
  }

  /** The commit of this attempt was acknowledged: the database has forgotten it, and perhaps others. */
  private async reportMissing(ids: AttemptIds, outcome: AttemptOutcome): Promise<void> {
    this.alarms.raise('payout_attempt_missing', { ...ids, ...facts(outcome) });
    const shut = () =>
      this.unitOfWork.run((tx) => this.gate.shut(tx, 'The database lacks an attempt that was committed.'));
    await this.patience.run(shut).catch((error: unknown) => {
      this.#logger.error({ event: 'payout_gate_not_shut', err: error });
    });
  }
}

/** The facts that people need to find it at the provider. */
function facts(outcome: AttemptOutcome): { readonly outcome: string; readonly providerPayoutId: string | null } {
  const id = outcome.kind === 'accepted' ? outcome.value.providerPayoutId : null;
  const named = outcome.kind === 'unknown' ? (outcome.namedIds?.[0] ?? null) : null;
  return { outcome: outcome.kind, providerPayoutId: id ?? named };
}
