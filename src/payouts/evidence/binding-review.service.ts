import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { isCorroborated } from './domain/binding-rules.js';
import { ReadBackPayoutService, isBoundPayout } from './read-back-payout.service.js';
import { PayoutBindingsService } from './payout-bindings.service.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/** `free` means that the attempt is not bound to the id, or no longer. */
export type BindingReview =
  | { readonly kind: 'stands' | 'free' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Reviews a binding that other evidence contradicts. Separate from `PayoutBindingsService`, because a review makes a
 * read-back, and read-backs use that service.
 */
@Injectable()
export class BindingReviewService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
    private readonly bindings: PayoutBindingsService,
    private readonly attempts: PayoutAttemptsRepository,
  ) {}

  /**
   * Reads back the provider payout that an attempt is bound to, and removes the binding if the read-back disproves it.
   */
  async review(attempt: PayoutAttemptEntity, cause: StatusChangeCause): Promise<BindingReview> {
    const { providerPayoutId, payoutId } = attempt;
    const payout = await this.payouts.findById(payoutId);
    if (!payout) throw new Error(`Attempt ${attempt.id} has no payout`);
    const isBound = providerPayoutId !== null && payout.providerPayoutId === providerPayoutId;
    if (!isBound || !isBoundPayout(payout)) return { kind: 'free' };
    const result = await this.readBacks.readBack(payout, { cause, isDue: false, isUrgent: false });
    switch (result.kind) {
      case 'disproved':
        return { kind: 'free' };
      case 'unavailable':
        return { kind: 'unavailable', reason: result.reason };
      case 'applied':
      case 'mismatch':
        return { kind: 'stands' };
      case 'absent':
        if (result.isSuspected) return { kind: 'unavailable', reason: 'not_shown_yet' };
    }
    // A binding is final once the provider showed the attempt's address, people confirmed the binding, or a read-back
    // agreed with it.
    if (attempt.reason !== 'RESPONSE' || isCorroborated(payout)) return { kind: 'stands' };
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.attempts.lockWithPayout(tx, { payoutId, attemptId: attempt.id });
      await this.bindings.disprove(tx, locked, { providerPayoutId, cause });
    });
    return { kind: 'free' };
  }
}
