import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import { canonicalDecimal, type DecimalString } from '../common/decimal.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type DecisionRefusalCode, DecisionsService } from '../decisions/decisions.service.js';
import { findUnsoundReason } from './domain/decision-reason.js';
import type { PayoutLimitKind } from './domain/payout-limits.js';
import { PayoutGateService } from './payout-gate.service.js';
import type { RuleChangeRefusal } from './payout-policies.service.js';
import { HeldPayoutsRepository } from './persistence/held-payouts.repository.js';
import { type LimitRecord, PayoutLimitsRepository } from './persistence/payout-limits.repository.js';

export type SetPayoutLimitRefusalCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'CURRENCY_MISSING'
  | 'NOT_PER_RECIPIENT'
  | 'COUNT_NOT_WHOLE'
  | 'REASON_INVALID'
  | DecisionRefusalCode;

export interface SetPayoutLimitRequest {
  readonly kind: PayoutLimitKind;
  readonly accountId: string | null;
  readonly currency: string | null;
  /** Null takes the limit away. */
  readonly value: DecimalString | null;
  readonly reason: string;
  /** The API key that decides. */
  readonly actorId: string;
}

export interface SetPayoutLimitResult {
  /** Every limit as it is now. */
  readonly limits: readonly LimitRecord[];
  /** True once a second person has confirmed it. */
  readonly isConfirmed: boolean;
  readonly refusal: RuleChangeRefusal<SetPayoutLimitRefusalCode> | null;
}

type Step = Omit<SetPayoutLimitResult, 'limits'>;

/** How much may be paid; changed by two people. */
@Injectable()
export class PayoutLimitsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: PayoutLimitsRepository,
    private readonly held: HeldPayoutsRepository,
    private readonly accounts: AccountsService,
    private readonly gate: PayoutGateService,
    private readonly decisions: DecisionsService,
    private readonly audit: AuditLog,
  ) {}

  async list(): Promise<LimitRecord[]> {
    return this.limits.list();
  }

  /** The first call proposes, the same call by another person sets or removes a limit; what it held is tried again. */
  async set(request: SetPayoutLimitRequest): Promise<SetPayoutLimitResult> {
    const refusal = await this.findProblem(request);
    const step = refusal
      ? { isConfirmed: false, refusal }
      : await this.unitOfWork.run((tx): Promise<Step> => this.take(tx, request));
    return { ...step, limits: await this.list() };
  }

  private async take(tx: Transaction, request: SetPayoutLimitRequest): Promise<Step> {
    const { kind, accountId, currency, reason, actorId } = request;
    const key = { kind, accountId, currency };
    const value = request.value && (canonicalDecimal(request.value) as DecimalString);
    const step = await this.decisions.take(tx, {
      kind: 'PAYOUT_LIMIT',
      subject: `${kind}, ${accountId ?? 'all accounts'}, ${currency ?? 'all currencies'}`,
      content: { ...key, value },
      reason,
      actorId,
      mayConfirm: true,
    });
    if (step.kind === 'refused') return { isConfirmed: false, refusal: { ...step, field: null } };
    if (step.kind === 'proposed') return { isConfirmed: false, refusal: null };
    await this.gate.stopClaims(tx);
    const before = await this.limits.find(tx, key);
    if (value === null) await this.limits.remove(tx, key);
    else await this.limits.put(tx, { ...key, value, proposedBy: step.proposedBy, confirmedBy: actorId });
    await this.held.retryHeldByLimits(tx);
    await this.audit.record(tx, {
      action: value === null ? 'payout_limit.removed' : 'payout_limit.set',
      subjectType: 'PAYOUT_LIMIT',
      subjectId: null,
      before: { ...key, value: before?.value ?? null },
      after: { ...key, value },
      reason,
    });
    return { isConfirmed: true, refusal: null };
  }

  private async findProblem(request: SetPayoutLimitRequest): Promise<Step['refusal']> {
    const { kind, accountId, currency, value } = request;
    const unsound = findUnsoundReason(request.reason);
    if (unsound !== null) return { code: 'REASON_INVALID', field: 'reason', message: unsound };
    if (kind === 'DAILY_COUNT_PER_RECIPIENT') {
      if (currency !== null || accountId !== null) {
        const message = 'How often one recipient is paid is counted in all currencies and accounts together.';
        return { code: 'NOT_PER_RECIPIENT', field: currency === null ? 'accountId' : 'currency', message };
      }
      if (value?.includes('.')) {
        return { code: 'COUNT_NOT_WHOLE', field: 'value', message: 'A number of payouts is a whole one.' };
      }
      return null;
    }
    if (currency === null) {
      return { code: 'CURRENCY_MISSING', field: 'currency', message: 'An amount needs its currency.' };
    }
    if (accountId !== null && !(await this.accounts.find(accountId))) {
      return { code: 'ACCOUNT_NOT_FOUND', field: 'accountId', message: 'There is no account with this id.' };
    }
    return null;
  }
}
