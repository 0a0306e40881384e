import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import type { CurrencyCode } from '../../common/currency.js';
import { findExcessDecimals } from '../../common/text/currency-amount.js';
import { type SignedDecimalString, subtractDecimals } from '../../common/signed-decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { DiscrepanciesRepository } from '../discrepancies/persistence/discrepancies.repository.js';
import type { LedgerBalanceEntity } from './persistence/ledger-balance.entity.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import type { Refusal } from '../../common/refusal.js';

export interface CompareBalanceRequest {
  readonly accountId: string | null;
  readonly currency: CurrencyCode;
  readonly providerFigure: SignedDecimalString;
  readonly note: string;
}

export type CompareBalanceRefusalCode = 'ACCOUNT_NOT_FOUND' | 'AMOUNT_TOO_PRECISE' | 'NOT_FUNDED';

export interface BalanceComparison {
  readonly balance: LedgerBalanceEntity;
  readonly providerFigure: SignedDecimalString;
  /** The provider's figure minus Purser's. */
  readonly difference: SignedDecimalString;
  readonly isEqual: boolean;
  readonly discrepancyId: string | null;
}

export interface ComparedFigures {
  readonly available: SignedDecimalString;
  readonly reserved: SignedDecimalString;
  readonly providerFigure: SignedDecimalString;
  readonly difference: SignedDecimalString;
}

export function comparisonsOf(accountId: string, currency: CurrencyCode) {
  return { action: 'balance.compared', subjectType: 'BALANCE', subjectId: `${accountId} ${currency}` } as const;
}

export interface CompareBalanceResult {
  readonly comparison: BalanceComparison | null;
  readonly refusal: Refusal<CompareBalanceRefusalCode> | null;
}

/**
 * Compares the expected balance with the provider's figure, which only a person can look up. It is compared with the
 * available money, on the assumption that the provider deducts a payout when the payout is created.
 */
@Injectable()
export class CompareBalanceService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: LedgerRepository,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Opens a discrepancy if there is a difference. It stays open until a person closes it, whatever later comparisons
   * show.
   */
  async compare(request: CompareBalanceRequest): Promise<CompareBalanceResult> {
    const { currency, providerFigure } = request;
    const problem = findExcessDecimals(providerFigure, currency);
    if (problem !== null) return refused('AMOUNT_TOO_PRECISE', 'providerFigure', problem);
    const account = await this.accounts.find(request.accountId);
    if (!account) return refused('ACCOUNT_NOT_FOUND', 'accountId', 'There is no account with this id.');
    return this.unitOfWork.run(async (tx) => {
      const balance = await this.ledger.findForUpdate(tx, { accountId: account.id, currency });
      if (!balance) return refused('NOT_FUNDED', 'currency', `No balance is kept in ${currency} yet; fund it first.`);
      return { comparison: await this.record(tx, balance, request), refusal: null };
    });
  }

  private async record(
    tx: Transaction,
    balance: LedgerBalanceEntity,
    request: CompareBalanceRequest,
  ): Promise<BalanceComparison> {
    const { accountId, currency, available, reserved } = balance;
    const { providerFigure, note } = request;
    const difference = subtractDecimals(providerFigure, available);
    const isEqual = difference === '0';
    const discrepancyId = isEqual ? null : await this.openDiscrepancy(tx, balance, providerFigure);
    const figures: ComparedFigures = { available, reserved, providerFigure, difference };
    await this.audit.record(tx, {
      ...comparisonsOf(accountId, currency),
      before: null,
      after: { ...figures },
      reason: note,
    });
    return { balance, providerFigure, difference, isEqual, discrepancyId };
  }

  private async openDiscrepancy(
    tx: Transaction,
    { accountId, currency, available, reserved }: LedgerBalanceEntity,
    figure: SignedDecimalString,
  ): Promise<string> {
    const { id } = await this.discrepancies.open(tx, {
      kind: 'BALANCE',
      accountId,
      subject: currency,
      payoutId: null,
      providerPayoutId: null,
      ours: { available, reserved },
      theirs: { figure },
    });
    return id;
  }
}

function refused(code: CompareBalanceRefusalCode, field: string, message: string): CompareBalanceResult {
  return { comparison: null, refusal: { code, field: [field], message } };
}
