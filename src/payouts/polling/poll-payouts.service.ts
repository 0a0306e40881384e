import { Injectable } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { ReadBackPayoutService, isBoundPayout } from '../evidence/read-back-payout.service.js';

// The steps of the poll schedule take many seconds, so a delay of one second does not matter.
const CHECK_EVERY_MS = 1_000;

// Number of reads that a batch makes in parallel. The request budget limits the actual rate.
const BATCH_SIZE = 20;

@Injectable()
export class PollPayoutsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
  ) {}

  @RunEvery(CHECK_EVERY_MS, 'payouts.poll')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.payouts.claimDuePolls(tx, BATCH_SIZE));
    const why = { cause: 'POLL', isDue: true, isUrgent: false } as const;
    await eachDue(due.filter(isBoundPayout), (payout) => this.readBacks.readBack(payout, why));
    return { more: due.length === BATCH_SIZE };
  }
}
