import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { PayoutRepeats } from '../core/payout-repeats.port.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutRepeatsRepository } from '../core/persistence/payout-repeats.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';

/** Serves `PayoutTransitions`, which stops a repeat once the first payout may be paid after all. */
@Injectable()
export class PayoutRepeatsService extends PayoutRepeats {
  constructor(
    private readonly repeats: PayoutRepeatsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly approvals: PayoutApprovalsRepository,
  ) {
    super();
  }

  override lockOthers(tx: Transaction, payoutId: string): Promise<readonly PayoutEntity[]> {
    return this.repeats.lockOthers(tx, payoutId);
  }

  override async askAgain(tx: Transaction, payout: PayoutEntity, problem: string): Promise<void> {
    const { id, status } = payout;
    await this.approvals.voidAll(tx, id, 'CHANGED');
    if (status !== 'AWAITING_APPROVAL') return;
    await this.payouts.needApprovals(tx, id, 1);
    await this.payouts.notePossibleDuplicate(tx, id, problem);
  }

  override noteBothPaid(tx: Transaction, payoutId: string, finding: string): Promise<void> {
    return this.payouts.noteFinding(tx, payoutId, finding);
  }
}
