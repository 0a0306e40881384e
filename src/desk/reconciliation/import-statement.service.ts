import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import { compareDecimals } from '../../common/decimal.js';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PayoutDiscrepanciesService } from '../../payouts/reading/payout-discrepancies.service.js';
import type { PayoutEntity } from '../../payouts/core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../payouts/core/persistence/payouts.repository.js';
import { translateStatus } from '../../provider/profile/status-words.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { readStatement, type StatementLine } from './domain/statement.js';
import {
  expectedInStatement,
  MAX_LACKING,
  type StatementPeriod,
  TOO_MANY_LACKING,
  TOO_SHORT,
} from './domain/statement-period.js';
import { type StatementImport, StatementImportsRepository } from './persistence/statement-imports.repository.js';
import type { Refusal } from '../../common/refusal.js';

export type ImportStatementRefusalCode = 'ACCOUNT_NOT_FOUND' | 'STATEMENT_INVALID' | 'PERIOD_INVALID';

export interface ImportStatementResult {
  readonly statement: StatementImport | null;
  readonly refusals: readonly Refusal<ImportStatementRefusalCode>[];
}

export interface ImportStatementRequest {
  readonly accountId: string | null;
  readonly csv: string;
  /** The period that the statement covers completely; null if only the lines it contains should be compared. */
  readonly period: StatementPeriod | null;
  readonly importedBy: string;
}

type Verdict = 'matching' | 'differing' | 'unknown';

/**
 * Compares a provider's statement with Purser's payouts. A statement is only a hint, like a webhook: payouts that
 * differ or are unknown are read back, and only the result of that counts. The exception is an amount: if it differs in
 * the statement, a discrepancy is opened immediately, because an accountant will ask about it.
 */
@Injectable()
export class ImportStatementService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly imports: StatementImportsRepository,
    private readonly profile: ProviderProfile,
    private readonly audit: AuditLog,
  ) {}

  async import({ accountId, csv, period, importedBy }: ImportStatementRequest): Promise<ImportStatementResult> {
    const account = await this.accounts.find(accountId);
    if (!account) {
      const message = 'There is no merchant account with this id.';
      return { statement: null, refusals: [{ code: 'ACCOUNT_NOT_FOUND', message }] };
    }
    const reading = readStatement(csv, {
      columns: this.profile.payoutStatementColumns,
      separator: this.profile.payoutStatementSeparator,
    });
    if (reading.kind === 'problems') {
      const refusals = reading.problems.map((message) => ({ code: 'STATEMENT_INVALID' as const, message }));
      return { statement: null, refusals };
    }
    const listedIds = reading.lines.map((line) => line.providerPayoutId);
    const lackingIds = period ? await this.findLacking(account.id, period, listedIds) : [];
    if (typeof lackingIds === 'string') {
      return { statement: null, refusals: [{ code: 'PERIOD_INVALID', message: lackingIds }] };
    }
    const payouts = await this.payouts.findByProviderIds(listedIds);
    const csvSha256 = createHash('sha256').update(csv).digest();
    const statement = await this.unitOfWork.run(async (tx) => {
      const compared = await this.compareLines(tx, account.id, { lines: reading.lines, payouts });
      const count = (verdict: Verdict) => compared.filter((line) => line.verdict === verdict).length;
      const imported = await this.imports.insert(tx, {
        id: newId(),
        accountId: account.id,
        csvSha256,
        importedBy,
        lines: compared.length,
        matching: count('matching'),
        differing: count('differing'),
        unknown: count('unknown'),
        periodFrom: period?.from ?? null,
        periodTo: period?.to ?? null,
        lackingIds,
        providerPayoutIds: compared.flatMap(({ line, verdict }) =>
          verdict === 'matching' ? [] : line.providerPayoutId,
        ),
      });
      await this.audit.record(tx, {
        action: 'statement.imported',
        subjectType: 'STATEMENT_IMPORT',
        subjectId: imported.id,
        before: null,
        after: {
          ...{ accountId: account.id, lines: compared.length, csvSha256: csvSha256.toString('hex') },
          ...(period && { from: period.from.toISOString(), to: period.to.toISOString() }),
        },
        reason: null,
      });
      return imported;
    });
    return { statement, refusals: [] };
  }

  /** Returns the completed payouts of a period that no line contains, or why the period is rejected. */
  private async findLacking(
    accountId: string,
    period: StatementPeriod,
    listedIds: readonly string[],
  ): Promise<readonly string[] | string> {
    const expected = expectedInStatement(period, new Date());
    if (!expected) return TOO_SHORT;
    const found = await this.payouts.findUnlistedCompleted(accountId, expected, { listedIds, limit: MAX_LACKING + 1 });
    return found.length > MAX_LACKING ? TOO_MANY_LACKING : found;
  }

  private async compareLines(
    tx: Transaction,
    accountId: string,
    { lines, payouts }: { readonly lines: readonly StatementLine[]; readonly payouts: readonly PayoutEntity[] },
  ): Promise<{ readonly line: StatementLine; readonly verdict: Verdict }[]> {
    const byId = new Map(payouts.map((payout) => [payout.providerPayoutId, payout]));
    const compared: { line: StatementLine; verdict: Verdict }[] = [];
    for (const line of lines) {
      const payout = byId.get(line.providerPayoutId);
      compared.push({
        line,
        verdict: payout?.accountId === accountId ? await this.compare(tx, payout, line) : 'unknown',
      });
    }
    return compared;
  }

  private async compare(tx: Transaction, payout: PayoutEntity, line: StatementLine): Promise<Verdict> {
    const { amount, currency, status } = line;
    const isSameMoney =
      (amount === null || compareDecimals(amount, payout.amount) === 0) &&
      (currency === null || currency === payout.currency);
    if (!isSameMoney) {
      await this.discrepancies.openAmount(tx, payout, { amount: amount ?? payout.amount, currency });
    }
    const isSameStatus =
      status === null ||
      status === payout.providerStatus ||
      translateStatus(this.profile.payoutStatusWords, status) === payout.providerState;
    return isSameMoney && isSameStatus ? 'matching' : 'differing';
  }
}
