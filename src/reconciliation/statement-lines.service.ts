import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { delayBeforeNextTry } from '../common/backoff.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { CheckPayoutService, isBoundPayout } from '../payouts/check-payout.service.js';
import { PayoutEvidenceService } from '../payouts/payout-evidence.service.js';
import { PayoutsRepository } from '../payouts/persistence/payouts.repository.js';
import {
  type DueStatementLine,
  StatementImportsRepository,
  type StatementLineOutcome,
} from './persistence/statement-imports.repository.js';

// Read at once, within the request budget; more of them would stand in each other's way for places.
const BATCH_SIZE = 10;

// The first also lets a suspicion grow old enough to be confirmed. About an hour in all, which outlasts most outages.
const RETRY_SECONDS: readonly number[] = [11, 30, 60, 120, 300, 600, 900, 1_800];

/** Asks the payment service about the payouts of a statement that are not ours, or are otherwise with us. */
@Injectable()
export class StatementLinesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly imports: StatementImportsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly checks: CheckPayoutService,
    private readonly evidence: PayoutEvidenceService,
  ) {}

  /** Asks about one batch of lines that are due. */
  async followDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.imports.claimDueLines(tx, BATCH_SIZE));
    const results = await Promise.allSettled(due.map((line) => this.follow(line)));
    const failed = results.find((result) => result.status === 'rejected');
    // One fault must not stop the others of the batch; its line comes due again with its lease.
    if (failed) throw failed.reason;
    return { more: due.length === BATCH_SIZE };
  }

  private async follow(line: DueStatementLine): Promise<void> {
    const outcome = await this.ask(line);
    await this.unitOfWork.run(async (tx) => {
      if (outcome !== 'again') await this.imports.settleLine(tx, line.id, outcome);
      else if (line.tries >= RETRY_SECONDS.length) await this.imports.settleLine(tx, line.id, 'GIVEN_UP');
      else await this.imports.postponeLine(tx, line.id, delayBeforeNextTry(RETRY_SECONDS, line.tries));
    });
  }

  private async ask({ accountId, providerPayoutId }: DueStatementLine): Promise<StatementLineOutcome | 'again'> {
    const payout = await this.payouts.findByProviderId(providerPayoutId);
    if (payout && isBoundPayout(payout)) {
      const result = await this.checks.check(payout, { cause: 'RECONCILIATION', isDue: false, isUrgent: false });
      if (result.kind === 'unavailable') return 'again';
      return result.kind === 'applied' && result.isSuspected ? 'again' : 'OURS';
    }
    const account = await this.accounts.find(accountId);
    if (!account) throw new Error('A statement without its account');
    const result = await this.evidence.bindStray(account, { providerPayoutId, cause: 'RECONCILIATION' });
    switch (result.kind) {
      case 'bound':
      case 'already_bound':
      case 'duplicate':
      case 'taken':
        return 'OURS';
      case 'no_match':
        return 'UNKNOWN_PAYOUT';
      case 'absent':
        return 'ABSENT';
      case 'unavailable':
        return 'again';
    }
  }
}
