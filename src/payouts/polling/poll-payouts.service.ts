import { Injectable } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { ReadBackPayoutService, isBoundPayout } from '../evidence/read-back-payout.service.js';

// The finest step of the check schedule is many seconds, so a second of lateness is nothing to it.
const CHECK_EVERY_MS = 1_000;

// One batch reads this many payouts at once; the request budget decides how fast they really go.
const BATCH_SIZE = 20;

/** Reads payouts back on their schedule. */
@Injectable()
export class PollPayoutsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
  ) {}

  /** Checks one batch of due payouts. */
  @RunEvery(CHECK_EVERY_MS, 'payouts.poll')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.payouts.claimDuePolls(tx, BATCH_SIZE));
    const why = { cause: 'POLL', isDue: true, isUrgent: false } as const;
    await eachDue(due.filter(isBoundPayout), (payout) => this.readBacks.readBack(payout, why));
    return { more: due.length === BATCH_SIZE };
  }
}
