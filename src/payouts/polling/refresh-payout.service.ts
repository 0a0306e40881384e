import { Injectable } from '@nestjs/common';
import { SharedReads } from '../../common/concurrency/shared-reads.js';
import { Config } from '../../platform/config/config.js';
import { ReadBackPayoutService, isBoundPayout } from '../evidence/read-back-payout.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { Refusal } from '../../common/refusal.js';
import { refreshRefusal } from '../evidence/domain/unconfirmed-rules.js';

export type RefreshPayoutRefusalCode =
  | 'PAYOUT_NOT_FOUND'
  | 'PAYOUT_NOT_AT_PROVIDER'
  | 'PAYOUT_MISMATCH'
  | 'PROVIDER_UNAVAILABLE';

export interface RefreshPayoutResult {
  readonly payout: PayoutEntity | null;
  readonly refusal: Refusal<RefreshPayoutRefusalCode> | null;
}

const ABSENCES = {
  suspected: 'The provider does not show this payout at present; it is read again within two minutes.',
  confirmed: 'The provider no longer knows this payout.',
} as const;

// A shared result takes at most 2 kB, so all together take 4 MB.
const MAX_SHARED = 2_000;

@Injectable()
export class RefreshPayoutService {
  readonly #reads: SharedReads<RefreshPayoutResult>;

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
    { provider }: Config,
  ) {
    this.#reads = new SharedReads({ forMs: provider.refreshSeconds * 1_000, max: MAX_SHARED });
  }

  /** Refreshes a payout. Requests during the read, or shortly after it, share its answer. */
  refresh(id: string): Promise<RefreshPayoutResult> {
    return this.#reads.get(id, () => this.readBack(id));
  }

  private async readBack(id: string): Promise<RefreshPayoutResult> {
    const payout = await this.payouts.findById(id);
    if (!payout) return refused(null, 'PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const refusal = refreshRefusal(payout);
    if (!isBoundPayout(payout)) return { payout, refusal };
    const result = await this.readBacks.readBack(payout, { cause: 'POLL', isDue: false, isUrgent: true });
    const refreshed = await this.payouts.findById(id);
    switch (result.kind) {
      case 'applied':
        return { payout: refreshed, refusal: null };
      case 'mismatch':
      case 'disproved':
        return refused(refreshed, 'PAYOUT_MISMATCH', 'The provider shows another payout under the id of this payout.');
      case 'absent':
        return refused(refreshed, 'PAYOUT_NOT_AT_PROVIDER', ABSENCES[result.isSuspected ? 'suspected' : 'confirmed']);
      case 'unavailable':
        return refused(
          refreshed,
          'PROVIDER_UNAVAILABLE',
          `The provider could not be reached (${result.reason}); the payout is shown as last known.`,
        );
    }
  }
}

function refused(payout: PayoutEntity | null, code: RefreshPayoutRefusalCode, message: string): RefreshPayoutResult {
  return { payout, refusal: { code, message } };
}
