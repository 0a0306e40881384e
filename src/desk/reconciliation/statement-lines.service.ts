import { Injectable, Logger } from '@nestjs/common';
import { eachDue } from '../../common/concurrency/each-due.js';
import { delayBeforeNextTry } from '../../common/backoff.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { Alarms } from '../../platform/observability/alarms.js';
import {
  type BoundPayout,
  ReadBackPayoutService,
  isBoundPayout,
} from '../../payouts/evidence/read-back-payout.service.js';
import { PayoutEvidenceService } from '../../payouts/evidence/payout-evidence.service.js';
import { PayoutDiscrepanciesService } from '../../payouts/reading/payout-discrepancies.service.js';
import { PayoutsRepository } from '../../payouts/core/persistence/payouts.repository.js';
import type { StatementLineOutcome } from './domain/statement-line.js';
import { type DueStatementLine, StatementImportsRepository } from './persistence/statement-imports.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';

// An import wakes the tick immediately. Retries and the lines of other replicas wait for at most this long.
const FOLLOW_EVERY_MS = 1_000;

// Number of parallel reads within the request budget. More would only compete for its slots.
const BATCH_SIZE = 10;

// The first delay is also long enough for a suspicion to be confirmed.
const RETRY_SECONDS: readonly number[] = [11, 30, 60, 300, 900];

// With these delays about five hours, as for a webhook. Nothing else reads a payout that is not one of Purser's.
const MAX_TRIES = 25;

/** Reads back payouts from statements that are unknown here or differ from Purser's. */
@Injectable()
export class StatementLinesService {
  readonly #logger = new Logger(StatementLinesService.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly imports: StatementImportsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly readBacks: ReadBackPayoutService,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly evidence: PayoutEvidenceService,
    private readonly alarms: Alarms,
  ) {}

  @RunEvery(FOLLOW_EVERY_MS, 'reconciliation.statements')
  async followDue(): Promise<{ readonly more: boolean }> {
    const due = await this.unitOfWork.run((tx) => this.imports.claimDueLines(tx, BATCH_SIZE));
    await eachDue(due, (line) => this.follow(line));
    return { more: due.length === BATCH_SIZE };
  }

  private async follow(line: DueStatementLine): Promise<void> {
    const { id, accountId, providerPayoutId, tries } = line;
    const outcome = await this.ask(line).catch((error: unknown) => {
      // Counts like a missing answer, because otherwise a line that always fails would stay pending forever.
      this.#logger.error({ event: 'statement_line_not_followed', providerPayoutId, err: error });
      return 'again' as const;
    });
    const isGivenUp = outcome === 'again' && tries + 1 >= MAX_TRIES;
    await this.unitOfWork.run(async (tx) => {
      if (outcome !== 'again') await this.imports.settleLine(tx, id, outcome);
      else if (isGivenUp) await this.imports.settleLine(tx, id, 'GIVEN_UP');
      else await this.imports.postponeLine(tx, id, delayBeforeNextTry(RETRY_SECONDS, tries));
    });
    if (isGivenUp) this.alarms.raise('statement_line_given_up', { accountId, providerPayoutId });
  }

  private async ask(line: DueStatementLine): Promise<StatementLineOutcome | 'again'> {
    const { accountId, providerPayoutId, isLacking } = line;
    const payout = await this.payouts.findByProviderId(providerPayoutId);
    if (payout && isBoundPayout(payout)) {
      const result = await this.readBacks.readBack(payout, { cause: 'RECONCILIATION', isDue: false, isUrgent: false });
      if (result.kind === 'unavailable') return 'again';
      if ('isSuspected' in result && result.isSuspected) return 'again';
      return isLacking && result.kind === 'applied' ? this.reportLacking(payout) : 'OURS';
    }
    // The binding was removed after the import, so the statement lists this payout under another id.
    if (isLacking) return 'OURS';
    const result = await this.evidence.bindStray({ accountId, providerPayoutId });
    switch (result.kind) {
      case 'bound':
      case 'already_bound':
      case 'duplicate':
      case 'taken':
      case 'detached':
        return 'OURS';
      case 'no_match':
        return 'UNKNOWN_PAYOUT';
      case 'absent':
        return 'ABSENT';
      case 'unavailable':
        return 'again';
    }
  }

  /** Opens a discrepancy for a payout that is completed at the provider but missing in the statement. */
  private async reportLacking({ id, providerPayoutId }: BoundPayout): Promise<StatementLineOutcome> {
    return this.unitOfWork.run(async (tx) => {
      const payout = await this.payouts.findForUpdate(tx, id);
      const isCompleted = payout?.providerState === 'COMPLETED' && payout.providerPayoutId === providerPayoutId;
      if (!isCompleted) return 'OURS';
      await this.discrepancies.openNotInStatement(tx, payout);
      return 'NOT_IN_STATEMENT';
    });
  }
}
