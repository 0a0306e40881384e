import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import type { CurrencyCode } from '../../common/currency.js';
import { findExcessDecimals, inCurrency } from '../../common/text/currency-amount.js';
import { compareDecimals, type DecimalString } from '../../common/decimal.js';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { EntryKind } from './domain/ledger-account.js';
import type { LedgerEntryEntity } from './persistence/ledger-entry.entity.js';
import type { LedgerBalanceEntity } from './persistence/ledger-balance.entity.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import type { Refusal } from '../../common/refusal.js';

export type FundingDirection = 'IN' | 'OUT';

export interface FundingRequest {
  readonly accountId: string | null;
  readonly currency: CurrencyCode;
  readonly amount: DecimalString;
  readonly direction: FundingDirection;
  /** Identifies the transfer, such as a bank's reference. */
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly actorId: string;
}

export type FundBalanceRefusalCode = 'ACCOUNT_NOT_FOUND' | 'AMOUNT_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'NOT_FUNDED';

export interface FundBalanceResult {
  /** The balance after the entry; null if there is none. */
  readonly balance: LedgerBalanceEntity | null;
  readonly refusals: readonly Refusal<FundBalanceRefusalCode>[];
  readonly isRepeat: boolean;
}

const KINDS: Readonly<Record<FundingDirection, EntryKind>> = { IN: 'FUNDING', OUT: 'FUNDING_REVERSAL' };

const ZERO = '0' as DecimalString;

/** Records money that an operator transferred to or from the provider. */
@Injectable()
export class FundBalanceService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: LedgerRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Records a funding. The first one for a currency opens its balance. A repeated request adds no entry. */
  async fund(request: FundingRequest): Promise<FundBalanceResult> {
    const problems = findAmountProblems(request);
    if (problems.length > 0) return { balance: null, refusals: problems, isRepeat: false };
    const account = await this.accounts.find(request.accountId);
    if (!account) return refused('ACCOUNT_NOT_FOUND', 'accountId', 'There is no account with this id.');
    return this.unitOfWork.run((tx) => this.enter(tx, account.id, request));
  }

  private async enter(tx: Transaction, accountId: string, request: FundingRequest): Promise<FundBalanceResult> {
    const { currency, amount, direction, reference, idempotencyKey, actorId } = request;
    const key = { accountId, currency };
    if (direction === 'IN') await this.ledger.openBalance(tx, key);
    // Locked before the key is looked up, so that the second of two requests with the same key finds the entry of the
    // first.
    const before = await this.ledger.findForUpdate(tx, key);
    if (!before) {
      return refused('NOT_FUNDED', 'direction', `Nothing was entered in ${currency} yet, so nothing can be taken out.`);
    }
    const known = await this.ledger.findByIdempotencyKey(tx, { accountId, idempotencyKey });
    if (known) {
      if (isSame(known, request)) return { balance: before, refusals: [], isRepeat: true };
      return refused('IDEMPOTENCY_KEY_REUSED', 'idempotencyKey', 'This key was used for another funding.');
    }
    const id = newId();
    await this.ledger.insert(tx, {
      ...key,
      kind: KINDS[direction],
      amount,
      subjectType: 'FUNDING',
      subjectId: id,
      number: 1,
      funding: { idempotencyKey, reference, actorId },
    });
    const balance = await this.ledger.findForUpdate(tx, key);
    if (!balance) throw new Error('A balance vanished while it was written to');
    await this.audit.record(tx, {
      action: 'balance.funded',
      subjectType: 'BALANCE',
      subjectId: `${accountId} ${currency}`,
      before: { available: inCurrency(before.available, currency) },
      after: { available: inCurrency(balance.available, currency), direction, amount: inCurrency(amount, currency) },
      reason: reference,
    });
    return { balance, refusals: [], isRepeat: false };
  }
}

function isSame(entry: LedgerEntryEntity, request: FundingRequest): boolean {
  return (
    entry.kind === KINDS[request.direction] &&
    entry.currency === request.currency &&
    entry.reference === request.reference &&
    compareDecimals(entry.amount, request.amount) === 0
  );
}

export function findAmountProblems({
  amount,
  currency,
}: Pick<FundingRequest, 'amount' | 'currency'>): Refusal<FundBalanceRefusalCode>[] {
  const isZero = compareDecimals(amount, ZERO) === 0;
  const message = isZero ? 'The amount must be greater than zero.' : findExcessDecimals(amount, currency);
  return message === null ? [] : [{ code: 'AMOUNT_INVALID', field: ['amount'], message }];
}

function refused(code: FundBalanceRefusalCode, field: string, message: string): FundBalanceResult {
  return { balance: null, refusals: [{ code, field: [field], message }], isRepeat: false };
}
