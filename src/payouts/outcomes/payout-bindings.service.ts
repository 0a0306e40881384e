import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { StatusChangeCause } from '../../events/status-change.js';
import { StatusLog } from '../../events/status-log.js';
import { Alarms } from '../../observability/alarms.js';
import { PayoutBalanceService } from '../controls/payout-balance.service.js';
import { PayoutGateReviews } from '../controls/payout-gate.reviews.js';
import type { LockedAttempt } from './payout-settlement.service.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/**
 * Takes a binding back that has been disproved: the payment service answered with the id of another payout, and shows
 * under it the callback address of another attempt, another amount or recipient, or nothing. The payout is as unconfirmed as if no answer had come,
 * its attempt is still the only one, and the id is free for its owner.
 */
@Injectable()
export class PayoutBindingsService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly evidence: PayoutEvidenceRepository,
    private readonly balance: PayoutBalanceService,
    private readonly reviews: PayoutGateReviews,
    private readonly log: StatusLog,
    private readonly alarms: Alarms,
  ) {}

  /** Does nothing when the attempt is no longer bound to this id. */
  async disprove(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    disproof: { readonly providerPayoutId: string; readonly cause: StatusChangeCause },
  ): Promise<void> {
    const { providerPayoutId, cause } = disproof;
    if (attempt.providerPayoutId !== providerPayoutId) return;
    await this.attempts.unbind(tx, attempt.id);
    await this.payouts.unbind(
      tx,
      payout.id,
      'The payment service answered with the id of another payout; whether this one was paid is being found out.',
    );
    await this.evidence.append(tx, {
      payoutId: payout.id,
      attemptId: attempt.id,
      kind: 'BINDING_DISPROVED',
      providerPayoutId,
      actorId: null,
      detail: {},
    });
    await this.log.append(tx, {
      subjectType: 'PAYOUT',
      subjectId: payout.id,
      from: payout.status,
      to: 'UNCONFIRMED',
      cause,
      evidence: { attemptId: attempt.id, reason: 'binding_disproved' },
    });
    tx.afterCommit(() => {
      this.alarms.raise('payout_binding_disproved', { payoutId: payout.id, attemptId: attempt.id });
      void this.reviews.request();
    });
    await this.balance.follow(tx, payout, 'UNCONFIRMED');
  }
}
