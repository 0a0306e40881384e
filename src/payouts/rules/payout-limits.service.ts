import { Injectable, type OnModuleInit } from '@nestjs/common';
import * as z from 'zod';
import type { ChangeHandler, PreparedChange } from '../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../access/changes/change-handlers.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { CurrencyCode } from '../../common/currency.js';
import { findExcessDecimals } from '../../common/text/currency-amount.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { PAYOUT_LIMIT_KINDS, type PayoutLimitKind } from '../core/domain/payout-limit-kind.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { type LimitRecord, PayoutLimitsRepository } from './persistence/payout-limits.repository.js';
import { PayoutRuleChangesService, type RuleProposalResult } from './payout-rule-changes.service.js';

export type SetPayoutLimitRefusalCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'AMOUNT_TOO_PRECISE'
  | 'CURRENCY_MISSING'
  | 'NOT_PER_RECIPIENT'
  | 'COUNT_NOT_WHOLE'
  | ProposeRefusalCode;

export interface SetPayoutLimitRequest {
  readonly kind: PayoutLimitKind;
  readonly accountId: string | null;
  readonly currency: CurrencyCode | null;
  readonly value: DecimalString | null;
  readonly reason: string;
  readonly proposedBy: string;
}

type Step = RuleProposalResult<SetPayoutLimitRefusalCode>;

export interface SetPayoutLimitResult extends Step {
  readonly limits: readonly LimitRecord[];
}

const CONTENT = z.strictObject({
  kind: z.enum(PAYOUT_LIMIT_KINDS),
  accountId: z.uuid().nullable(),
  currency: z.string().nullable(),
  value: z
    .string()
    .transform((text) => text as DecimalString)
    .nullable(),
});

@Injectable()
export class PayoutLimitsService implements ChangeHandler, OnModuleInit {
  readonly kind = 'PAYOUT_LIMIT';

  constructor(
    private readonly limits: PayoutLimitsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly accounts: AccountsService,
    private readonly changes: PayoutRuleChangesService,
    private readonly handlers: ChangeHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async list(): Promise<LimitRecord[]> {
    return this.limits.list();
  }

  async set(request: SetPayoutLimitRequest): Promise<SetPayoutLimitResult> {
    const refusal = await this.findProblem(request);
    const step = refusal ? { changeRequest: null, refusal } : await this.propose(request);
    return { ...step, limits: await this.list() };
  }

  /** Prepares a change to a limit. When it is applied, the payouts that limits blocked are retried. */
  prepare(request: ChangeRequest): Promise<PreparedChange> {
    const { value, ...key } = CONTENT.parse(request.content);
    const prepared = this.changes.prepare(request, {
      kind: this.kind,
      isRemoval: value === null,
      apply: async (tx, people) => {
        const before = await this.limits.find(tx, key);
        if (value === null) await this.limits.remove(tx, key);
        else await this.limits.put(tx, { ...key, value, ...people });
        await this.payouts.retryBlockedByLimits(tx);
        return { ...key, value: before?.value ?? null };
      },
    });
    return Promise.resolve(prepared);
  }

  private async propose(request: SetPayoutLimitRequest): Promise<Step> {
    const { kind, accountId, currency, reason, proposedBy } = request;
    const subject = `${kind}, ${accountId ?? 'all accounts'}, ${currency ?? 'all currencies'}`;
    const content = { kind, accountId, currency, value: request.value && canonicalDecimal(request.value) };
    return this.changes.propose({ kind: this.kind, subject, content, reason, proposedBy });
  }

  private async findProblem(request: SetPayoutLimitRequest): Promise<Step['refusal']> {
    const problem = findLimitProblem(request);
    if (problem) return problem;
    const { accountId } = request;
    if (accountId !== null && !(await this.accounts.find(accountId))) {
      return { code: 'ACCOUNT_NOT_FOUND', field: 'accountId', message: 'There is no account with this id.' };
    }
    return null;
  }
}

export function findLimitProblem({ kind, accountId, currency, value }: SetPayoutLimitRequest): Step['refusal'] {
  if (kind === 'DAILY_COUNT_PER_RECIPIENT') {
    if (currency !== null || accountId !== null) {
      const message = 'Payouts per recipient are counted across all currencies and accounts.';
      return { code: 'NOT_PER_RECIPIENT', field: currency === null ? 'accountId' : 'currency', message };
    }
    if (value?.includes('.')) {
      return { code: 'COUNT_NOT_WHOLE', field: 'value', message: '`value` must be a whole number.' };
    }
    return null;
  }
  if (currency === null) {
    return { code: 'CURRENCY_MISSING', field: 'currency', message: 'An amount requires a currency.' };
  }
  const excess = value === null ? null : findExcessDecimals(value, currency);
  return excess === null ? null : { code: 'AMOUNT_TOO_PRECISE', field: 'value', message: excess };
}
