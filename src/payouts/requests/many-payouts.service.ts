import { Injectable, Logger } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import type { PayoutOperationResult } from '../core/payout-operation-result.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import {
  type ApprovePayoutRefusalCode,
  type ApprovePayoutRequest,
  type DeclinePayoutRefusalCode,
  PayoutApprovalsService,
} from './payout-approvals.service.js';
import { type RepeatPayoutRequest, type RepeatPayoutResult, RepeatPayoutService } from './repeat-payout.service.js';
import { type WithdrawPayoutRefusalCode, WithdrawPayoutService } from './withdraw-payout.service.js';

export interface ManyPayoutsRequest {
  readonly payoutIds: readonly string[];
  readonly reason: string;
  readonly actorId: string;
}

// Each of them is read back first, which takes most of the time. The request budget bounds the rate.
const REPEATS_AT_ONCE = 10;

/**
 * Applies a decision to several payouts, each in a separate transaction. All but repeats run one after the other, so that
 * none waits for another's lock. A refusal does not stop the others.
 */
@Injectable()
export class ManyPayoutsService {
  readonly #logger = new Logger(ManyPayoutsService.name);

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly approvals: PayoutApprovalsService,
    private readonly withdrawals: WithdrawPayoutService,
    private readonly submission: SubmitPayoutService,
    private readonly repeats: RepeatPayoutService,
  ) {}

  /**
   * Approves the payouts, and sends those that then have all approvals. The results are in the order of the requests.
   */
  async approve(requests: readonly ApprovePayoutRequest[]): Promise<PayoutOperationResult<ApprovePayoutRefusalCode>[]> {
    const refusals: Awaited<ReturnType<PayoutApprovalsService['record']>>[] = [];
    for (const request of requests) refusals.push(await this.approvals.record(request));
    const recorded = requests.filter((_, at) => refusals[at] === null);
    await this.submit(await this.payouts.findByIds(recorded.map(({ payoutId }) => payoutId)));
    const found = new Map((await this.payouts.findByIds(requests.map(idOf))).map((payout) => [payout.id, payout]));
    return requests.map(({ payoutId }, at) => ({ payout: found.get(payoutId) ?? null, refusal: refusals[at] ?? null }));
  }

  async decline(request: ManyPayoutsRequest): Promise<PayoutOperationResult<DeclinePayoutRefusalCode>[]> {
    const { payoutIds, reason, actorId } = request;
    const results: PayoutOperationResult<DeclinePayoutRefusalCode>[] = [];
    for (const payoutId of payoutIds) results.push(await this.approvals.decline({ payoutId, reason, actorId }));
    return results;
  }

  async withdraw(request: ManyPayoutsRequest): Promise<PayoutOperationResult<WithdrawPayoutRefusalCode>[]> {
    const { payoutIds, reason, actorId } = request;
    const results: PayoutOperationResult<WithdrawPayoutRefusalCode>[] = [];
    for (const payoutId of payoutIds) results.push(await this.withdrawals.withdraw(payoutId, { actorId, reason }));
    return results;
  }

  /**
   * Pays payouts again, a few at once. If one of them throws, the caller repeats the request: each payout has its own
   * key, so none is paid twice.
   */
  async repeat(requests: readonly RepeatPayoutRequest[]): Promise<RepeatPayoutResult[]> {
    const results: RepeatPayoutResult[] = [];
    while (results.length < requests.length) {
      const next = requests.slice(results.length, results.length + REPEATS_AT_ONCE);
      results.push(...(await eachDue(next, (request) => this.repeats.repeat(request, []))));
    }
    return results;
  }

  /** Sends the approved payouts. One that cannot be sent now stays approved, and the tick sends it later. */
  private async submit(payouts: readonly PayoutEntity[]): Promise<void> {
    const approved = payouts.filter(({ submissionState }) => submissionState === 'APPROVED');
    const sent = approved.map((payout) =>
      this.submission.submitNow(payout).catch((error: unknown) => {
        this.#logger.error({ event: 'payout_not_recorded', err: error });
      }),
    );
    await Promise.all(sent);
  }
}

function idOf({ payoutId }: ApprovePayoutRequest): string {
  return payoutId;
}
