import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import type { Refusal } from '../../common/refusal.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { RowExistsError } from '../../platform/database/writes.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { PayoutProblem } from '../destinations/payout-problem.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import type { CreatePayoutRequest } from './graphql/create-payout.input.js';
import {
  type CreatePayoutRefusalCode,
  type CreatePayoutResult,
  notCovered,
  PayoutAnswersService,
  refused,
  takenBy,
} from './payout-answers.service.js';
import {
  type ExaminedRequest,
  PayoutDecisionsService,
  type PayoutPlan,
  type RepeatedRequest,
} from './payout-decisions.service.js';
import { RecordPayoutService } from './record-payout.service.js';

const BUSY: Refusal<CreatePayoutRefusalCode> = {
  code: 'TRY_AGAIN',
  field: null,
  message: 'The database was busy; nothing was recorded. Repeat the request with the same idempotency key.',
};

@Injectable()
export class CreatePayoutService {
  constructor(
    private readonly decisions: PayoutDecisionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly recording: RecordPayoutService,
    private readonly submission: SubmitPayoutService,
    private readonly answers: PayoutAnswersService,
  ) {}

  /**
   * Creates a payout. If the request's key was used before, returns the payout created with it, with the refusals that
   * follow from its outcome, and sends nothing. So callers may repeat requests freely: only the first with a key can
   * pay. A request that the expected balance does not cover does not use up its key.
   * @param unsound problems that were already found in single fields
   * @param repeated the payout that it pays again; null for a request of its own
   */
  async create(
    request: CreatePayoutRequest,
    unsound: readonly PayoutProblem[],
    repeated: RepeatedRequest | null = null,
  ): Promise<CreatePayoutResult> {
    const examined = await this.decisions.examine({ id: newId(), request, unsound, repeated });
    if (examined.kind === 'no_account') return refused(examined.refusal);
    return examined.kind === 'invalid' ? this.answerInvalid(examined) : this.record(examined.plan);
  }

  private async record(plan: PayoutPlan): Promise<CreatePayoutResult> {
    const { request, account } = plan;
    const { id } = plan.planned;
    const recorded = await this.unitOfWork
      .runUnlessBusy({ kind: 'busy' } as const, (tx) => this.recording.record(tx, plan))
      .catch(whenItExists);
    switch (recorded.kind) {
      case 'busy':
        return refused(BUSY);
      case 'overtaken': {
        // Perhaps by the same request.
        const known = await this.payouts.findByIdempotencyKey(account.id, request.idempotencyKey);
        return known ? this.answers.ofKnown(known, plan) : refused(BUSY);
      }
      case 'exists':
        return this.explainExisting(plan);
      case 'not_covered':
        return refused(notCovered(plan, recorded.available));
      case 'new':
        await this.submission.submitNow({ id, accountId: account.id, currency: request.currency });
        return this.answerNew(await this.payouts.findById(id), plan);
    }
  }

  private async answerNew(payout: PayoutEntity | null, plan: PayoutPlan): Promise<CreatePayoutResult> {
    // A payout that is sent does not count as a guess: it costs its maker the amount, and reveals nothing else.
    if (payout && isUnsent(payout)) await this.recording.noteUnsent(plan);
    return this.answers.of(payout, { warnings: plan.warnings, isRepeat: false });
  }

  private async answerInvalid({
    problems,
    asked,
    account,
  }: Extract<ExaminedRequest, { kind: 'invalid' }>): Promise<CreatePayoutResult> {
    const known = account && (await this.payouts.findByIdempotencyKey(account.id, asked.request.idempotencyKey));
    if (known) return this.answers.ofKnown(known, asked);
    return { payout: null, refusals: problems, warnings: asked.warnings, isRepeat: false };
  }

  /**
   * Finds the payout that already exists: either it came from the same request, or it uses the key or external id for
   * another one.
   */
  private async explainExisting(plan: PayoutPlan): Promise<CreatePayoutResult> {
    const { account, request, planned } = plan;
    const known = await this.payouts.findByIdempotencyKey(account.id, request.idempotencyKey);
    if (known) return this.answers.ofKnown(known, plan);
    const externalId = planned.unsharedExternalId;
    const taken = externalId === null ? null : await this.payouts.findByExternalId(account.id, externalId);
    return takenBy(taken);
  }
}

/** Another request with this key or external id was recorded first. */
function whenItExists(error: unknown): { readonly kind: 'exists' } {
  if (error instanceof RowExistsError) return { kind: 'exists' };
  throw error;
}

/**
 * Whether nothing was paid and the recipient was not counted yet. For payouts that wait for approval, the recipient was
 * counted when they were recorded.
 */
function isUnsent({ status }: PayoutEntity): boolean {
  return status === 'APPROVED' || status === 'REJECTED';
}
