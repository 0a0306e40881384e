import { Injectable } from '@nestjs/common';
import { CheckPayoutService, isBoundPayout } from './check-payout.service.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

export type RefreshPayoutRefusalCode =
  'PAYOUT_NOT_FOUND' | 'PAYOUT_NOT_AT_PROVIDER' | 'PAYOUT_MISMATCH' | 'PROVIDER_UNAVAILABLE';

export interface RefreshPayoutResult {
  /** The payout as it is now; null when there is none. */
  readonly payout: PayoutEntity | null;
  readonly refusal: { readonly code: RefreshPayoutRefusalCode; readonly message: string } | null;
}

/** Reads a payout back because a caller wants to know now. */
@Injectable()
export class RefreshPayoutService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly checks: CheckPayoutService,
  ) {}

  async refresh(id: string): Promise<RefreshPayoutResult> {
    const payout = await this.payouts.findById(id);
    if (!payout) return refused(null, 'PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    if (!isBoundPayout(payout)) {
      return refused(payout, 'PAYOUT_NOT_AT_PROVIDER', "The payment service's id of this payout is not known.");
    }
    const result = await this.checks.check(payout, { cause: 'POLL', isDue: false, isUrgent: true });
    const refreshed = await this.payouts.findById(id);
    switch (result.kind) {
      case 'applied':
        return { payout: refreshed, refusal: null };
      case 'mismatch':
      case 'disproved':
        return refused(
          refreshed,
          'PAYOUT_MISMATCH',
          'What the payment service shows for this payout is not this payout.',
        );
      case 'absent':
        return refused(refreshed, 'PAYOUT_NOT_AT_PROVIDER', 'The payment service no longer knows this payout.');
      case 'unavailable':
        return refused(
          refreshed,
          'PROVIDER_UNAVAILABLE',
          `The payment service could not be asked (${result.reason}); the payout is shown as last known.`,
        );
    }
  }
}

function refused(payout: PayoutEntity | null, code: RefreshPayoutRefusalCode, message: string): RefreshPayoutResult {
  return { payout, refusal: { code, message } };
}
