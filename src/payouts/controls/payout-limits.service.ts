import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import type { DecisionRefusalCode } from '../../decisions/decisions.service.js';
import { findUnsoundReason } from '../core/domain/decision-reason.js';
import type { PayoutLimitKind } from '../core/domain/payout-limit-kind.js';
import { PayoutRuleChangesService, type RuleChangeResult } from './payout-rule-changes.service.js';
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

type Step = RuleChangeResult<SetPayoutLimitRefusalCode>;

export interface SetPayoutLimitResult extends Step {
  /** Every limit as it is now. */
  readonly limits: readonly LimitRecord[];
}

/** How much may be paid; changed by two people. */
@Injectable()
export class PayoutLimitsService {
  constructor(
    private readonly limits: PayoutLimitsRepository,
    private readonly held: HeldPayoutsRepository,
    private readonly accounts: AccountsService,
    private readonly changes: PayoutRuleChangesService,
  ) {}

  async list(): Promise<LimitRecord[]> {
    return this.limits.list();
  }

  /** The first call proposes, the same call by another person sets or removes a limit; what it held is tried again. */
  async set(request: SetPayoutLimitRequest): Promise<SetPayoutLimitResult> {
    const refusal = await this.findProblem(request);
    const step = refusal ? { isConfirmed: false, refusal } : await this.take(request);
    return { ...step, limits: await this.list() };
  }

  private async take(request: SetPayoutLimitRequest): Promise<Step> {
    const { kind, accountId, currency, reason, actorId } = request;
    const key = { kind, accountId, currency };
    const value = request.value && (canonicalDecimal(request.value) as DecimalString);
    return this.changes.take({
      kind: 'PAYOUT_LIMIT',
      subject: `${kind}, ${accountId ?? 'all accounts'}, ${currency ?? 'all currencies'}`,
      content: { ...key, value },
      isRemoval: value === null,
      reason,
      actorId,
      apply: async (tx, people) => {
        const before = await this.limits.find(tx, key);
        if (value === null) await this.limits.remove(tx, key);
        else await this.limits.put(tx, { ...key, value, ...people });
        await this.held.retryHeldByLimits(tx);
        return { ...key, value: before?.value ?? null };
      },
    });
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
