import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';
import { PatientWork } from '../../platform/scheduling/patient-work.js';
import { PayoutGateService } from './payout-gate.service.js';

/**
 * Reviews the gate after outcomes became unknown. Uses a separate transaction: if the wait for the gate fails, what was
 * recorded about the payout must stay. Requests that arrive during a review share the next one.
 */
@Injectable()
export class PayoutGateReviews {
  readonly #logger = new Logger(PayoutGateReviews.name);
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: PayoutGateService,
    private readonly patience: PatientWork,
    private readonly openWork: OpenWork,
  ) {}

  /** Requests a review. Resolves when a review that began after this call has ended. */
  request(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.openWork.finish(this.run());
    return this.#running;
  }

  private async run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.patience.run(() => this.unitOfWork.run((tx) => this.gate.review(tx)));
      } catch (error) {
        this.#logger.error({ event: 'payout_gate_not_reviewed', err: error });
      }
    }
    // Reset in the same tick, so a later request starts a new review.
    this.#running = null;
  }
}
