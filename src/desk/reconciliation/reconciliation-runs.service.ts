import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { ReconciliationRun } from './domain/reconciliation-run.js';
import { ReconciliationRunsRepository } from './persistence/reconciliation-runs.repository.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import type { Refusal } from '../../common/refusal.js';

// Runs are minutes apart, so a delay of 15 s does not matter.
const BEGIN_EVERY_MS = 15_000;

export type RunReconciliationRefusalCode = 'ACCOUNT_NOT_FOUND';

export interface RunReconciliationResult {
  /** The run in progress; null if the account does not exist. */
  readonly run: ReconciliationRun | null;
  readonly isNew: boolean;
  readonly refusal: Refusal<RunReconciliationRefusalCode> | null;
}

@Injectable()
export class ReconciliationRunsService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: ReconciliationRunsRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Starts a run, or returns the one that is in progress. */
  async request(request: {
    readonly accountId: string | null;
    readonly requestedBy: string;
  }): Promise<RunReconciliationResult> {
    const account = await this.accounts.find(request.accountId);
    if (!account) {
      const message = 'There is no merchant account with this id.';
      return { run: null, isNew: false, refusal: { code: 'ACCOUNT_NOT_FOUND', message } };
    }
    return this.unitOfWork.run(async (tx) => {
      const wanted = { accountId: account.id, trigger: 'REQUEST', requestedBy: request.requestedBy } as const;
      const begun = await this.runs.begin(tx, wanted);
      if (begun.isNew) {
        await this.audit.record(tx, {
          action: 'reconciliation.requested',
          subjectType: 'RECONCILIATION_RUN',
          subjectId: begun.run.id,
          before: null,
          after: { accountId: account.id, payouts: begun.run.payouts },
          reason: null,
        });
      }
      return { ...begun, refusal: null };
    });
  }

  @RunEvery(BEGIN_EVERY_MS, 'reconciliation.begin')
  async beginDue(): Promise<{ readonly more: boolean }> {
    const { intervalMinutes } = this.config.reconciliation;
    if (intervalMinutes === 0) return { more: false };
    return this.unitOfWork.run(async (tx) => {
      const accountId = await this.runs.lockDueAccount(tx, intervalMinutes);
      if (accountId === null) return { more: false };
      await this.runs.begin(tx, { accountId, trigger: 'SCHEDULE', requestedBy: null });
      return { more: true };
    });
  }
}
