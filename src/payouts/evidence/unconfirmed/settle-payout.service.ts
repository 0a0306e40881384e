import { Injectable } from '@nestjs/common';
import {
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../../access/changes/change-handler.js';
import type { ChangeRequest } from '../../../access/changes/domain/change-request.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CloseDiscrepancyService } from '../../../desk/discrepancies/close-discrepancy.service.js';
import { PayoutTransitions } from '../../core/payout-transitions.js';
import type { LockedAttempt } from '../../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { ApplyReadBackService } from '../../reading/apply-read-back.service.js';
import { STATE_OF_END } from '../domain/settling-rules.js';
import { isBoundPayout, ReadBackPayoutService } from '../read-back-payout.service.js';
import { outdated, toObstacle } from './change-obstacles.js';
import { UnconfirmedChecksService } from './unconfirmed-checks.service.js';
import type { SettleContent } from './unconfirmed-payout.schema.js';

/**
 * Settles a payout that the provider has but that its answers cannot move, after two people agreed. The payout is never
 * sent again.
 */
@Injectable()
export class SettlePayoutService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly checks: UnconfirmedChecksService,
    private readonly readBacks: ReadBackPayoutService,
    private readonly answers: ApplyReadBackService,
    private readonly transitions: PayoutTransitions,
    private readonly discrepancies: CloseDiscrepancyService,
  ) {}

  /** Reads the payout back first, because a usable answer counts more than people's findings. */
  async prepare(request: ChangeRequest, content: SettleContent): Promise<PreparedChange | ChangeObstacle> {
    const { subject } = request;
    const payout = await this.payouts.findById(subject);
    if (!payout || !isBoundPayout(payout)) return outdated(subject);
    const read = await this.readBacks.readBack(payout, { cause: 'POLL', isDue: false, isUrgent: true });
    if (read.kind === 'unavailable' && read.reason !== 'malformed') {
      return obstacle('PROVIDER_UNAVAILABLE', `The payout could not be read back (${read.reason}); confirm it again.`);
    }
    return { kind: 'prepared', lock: (tx) => this.lock(tx, request, content) };
  }

  private async lock(
    tx: Transaction,
    { subject, reason }: ChangeRequest,
    content: SettleContent,
  ): Promise<LockedChange | ChangeObstacle> {
    const found = await this.checks.lockSettleable(tx, subject);
    if (found.kind === 'refused') return toObstacle(subject, found);
    if (found.attempt.id !== content.attemptId || found.payout.providerPayoutId !== content.providerPayoutId) {
      return outdated(subject);
    }
    return {
      kind: 'locked',
      apply: async ({ confirmedBy }) => {
        await this.settle(tx, found, { content, actorId: confirmedBy, reference: reason ?? '' });
        return { kind: 'applied' };
      },
    };
  }

  private async settle(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    by: { readonly content: SettleContent; readonly actorId: string; readonly reference: string },
  ): Promise<void> {
    const { content, actorId, reference } = by;
    const state = STATE_OF_END[content.end];
    await this.discrepancies.closeSettled(tx, {
      payoutId: payout.id,
      kinds: ['AMOUNT', 'RECIPIENT', 'ABSENT'],
      ...{ closedBy: actorId, note: reference, isThisPayout: null },
    });
    await this.transitions.move(tx, payout, {
      to: 'ACCEPTED',
      patch: {
        problem: null,
        ...{ providerState: state, suspectedState: null, suspectedAt: null },
        completedAt: state === 'COMPLETED' ? (payout.completedAt ?? new Date()) : payout.completedAt,
      },
      cause: 'OPERATOR',
      evidence: { attemptId: attempt.id, settledAs: content.end, reference },
      audit: {
        action: 'payout.settled',
        before: { status: payout.status, providerPayoutId: payout.providerPayoutId },
        after: { status: state, end: content.end },
        reason: reference,
      },
      // Polling continues, because later evidence overrides what people decided.
      besides: () => this.answers.restartPolls(tx, payout, state),
    });
  }
}
