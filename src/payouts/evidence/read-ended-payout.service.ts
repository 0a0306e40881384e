import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { PendingEvidenceService } from './pending-evidence.service.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import { type BoundPayout, isBoundPayout, ReadBackPayoutService } from './read-back-payout.service.js';

/** Why a payout that ended without being paid may not be repeated now. */
export interface Doubt {
  /** Whether the provider could not be asked. Otherwise it contradicts the end. */
  readonly isUnanswered: boolean;
  readonly message: string;
}

const contradicted = (message: string): Doubt => ({ isUnanswered: false, message });

/** Reads a payout that ended without being paid back from the provider before it is repeated, in case it was paid. */
@Injectable()
export class ReadEndedPayoutService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly records: PayoutEvidenceRepository,
    private readonly readBacks: ReadBackPayoutService,
    private readonly pending: PendingEvidenceService,
  ) {}

  /**
   * Reads the payout back, outside a transaction, or the ids that answers named for it. Null if the provider agrees, or
   * if nothing is known that it could be asked about. An answer that ends the doubt is applied to the payout.
   */
  async read(payout: PayoutEntity): Promise<Doubt | null> {
    const evidence = await this.records.findByPayouts([payout.id]);
    const second = evidence.find(({ kind }) => kind === 'DUPLICATE');
    if (second) return contradicted(`The provider also has ${second.providerPayoutId} for payout ${payout.id}.`);
    return isBoundPayout(payout) ? this.readBack(payout) : this.readNamed(payout);
  }

  private async readBack(payout: BoundPayout): Promise<Doubt | null> {
    const { id } = payout;
    const read = await this.readBacks.readBack(payout, { cause: 'POLL', isDue: false, isUrgent: true });
    switch (read.kind) {
      case 'applied':
        return read.isSuspected ? contradicted(`The provider contradicts the end of payout ${id}.`) : null;
      case 'unavailable':
        return { isUnanswered: true, message: `Payout ${id} could not be read back (${read.reason}).` };
      case 'disproved':
        return contradicted(`The provider shows another payout under the id of payout ${id}.`);
      case 'absent':
      case 'mismatch':
        // Two people may have settled it as not paid, despite such an answer.
        if (!(read.kind === 'absent' && read.isSuspected) && (await this.isSettled(id))) return null;
        return contradicted(`The provider does not confirm the end of payout ${id}.`);
    }
  }

  private async isSettled(id: string): Promise<boolean> {
    const payout = await this.payouts.findById(id);
    return payout?.problem === null;
  }

  private async readNamed({ id: payoutId }: PayoutEntity): Promise<Doubt | null> {
    for (const attempt of await this.attempts.findByPayout(payoutId)) {
      const ids = await this.unitOfWork.run((tx) => this.pending.findNamedIds(tx, attempt));
      const named = ids.length === 0 ? null : await this.pending.readNamed(attempt, ids);
      if (named !== null) return contradicted(`An answer about payout ${payoutId} named ${named}.`);
    }
    return null;
  }
}
