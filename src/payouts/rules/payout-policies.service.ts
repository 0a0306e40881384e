import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import * as z from 'zod';
import type { ChangeHandler, PreparedChange } from '../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../access/changes/change-handlers.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { CurrencyCode } from '../../common/currency.js';
import { findExcessDecimals } from '../../common/text/currency-amount.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { type ApprovalPolicy, approversFor } from './domain/approval-policy.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutPoliciesRepository, type PolicyRecord } from './persistence/payout-policies.repository.js';
import { PayoutRuleChangesService, type RuleProposalResult } from './payout-rule-changes.service.js';

export type SetPayoutPolicyRefusalCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'AMOUNT_TOO_PRECISE'
  | 'AMOUNT_WITHOUT_CURRENCY'
  | ProposeRefusalCode;

export interface SetPayoutPolicyRequest {
  readonly accountId: string | null;
  readonly currency: CurrencyCode | null;
  readonly fromAmount: DecimalString;
  readonly approvers: number | null;
  readonly reason: string;
  readonly proposedBy: string;
}

/** A payout, and how many approvals it needs so far. */
type ApprovedPayout = Pick<PayoutEntity, 'accountId' | 'currency' | 'amount' | 'approvalsNeeded'>;

type Step = RuleProposalResult<SetPayoutPolicyRefusalCode>;

export interface SetPayoutPolicyResult extends Step {
  readonly policies: readonly PolicyRecord[];
}

const CONTENT = z.strictObject({
  accountId: z.uuid().nullable(),
  currency: z.string().nullable(),
  fromAmount: z.string().transform((text) => text as DecimalString),
  approvers: z.int().nullable(),
});

@Injectable()
export class PayoutPoliciesService implements ChangeHandler, OnModuleInit, OnApplicationBootstrap {
  readonly kind = 'PAYOUT_POLICY';

  readonly #logger = new Logger(PayoutPoliciesService.name);

  constructor(
    private readonly config: Config,
    private readonly policies: PayoutPoliciesRepository,
    private readonly accounts: AccountsService,
    private readonly changes: PayoutRuleChangesService,
    private readonly handlers: ChangeHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  /**
   * Warns if payouts need no approval by default, because then one stolen key that may create payouts could empty the
   * balance.
   */
  onApplicationBootstrap(): void {
    if (this.config.payouts.approversDefault > 0) return;
    this.#logger.warn({ event: 'payouts_need_no_approval', variable: 'PAYOUT_APPROVERS_DEFAULT' });
  }

  async list(): Promise<PolicyRecord[]> {
    return this.policies.list();
  }

  approversBy(policies: readonly ApprovalPolicy[]): (payout: Parameters<typeof approversFor>[1]) => number {
    return (payout) => approversFor(policies, payout, this.config.payouts.approversDefault);
  }

  /**
   * Returns a function that tells how many people must approve a recorded payout: as many as when it was recorded, or
   * more if a policy now requires more.
   */
  approvalsNeededBy(policies: readonly ApprovalPolicy[]): (payout: ApprovedPayout) => number {
    const approversOf = this.approversBy(policies);
    return (payout) => Math.max(payout.approvalsNeeded, approversOf(payout));
  }

  /** Like `approvalsNeededBy`, but reads the current policies. */
  async approvalsNeededIn(tx: Transaction): Promise<(payout: PayoutEntity) => number> {
    return this.approvalsNeededBy(await this.policies.listIn(tx));
  }

  async set(request: SetPayoutPolicyRequest): Promise<SetPayoutPolicyResult> {
    const refusal = await this.findProblem(request);
    const step = refusal ? { changeRequest: null, refusal } : await this.propose(request);
    return { ...step, policies: await this.list() };
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    const { approvers, ...key } = CONTENT.parse(request.content);
    const prepared = this.changes.prepare(request, {
      kind: this.kind,
      isRemoval: approvers === null,
      apply: async (tx, people) => {
        const before = await this.policies.find(tx, key);
        if (approvers === null) await this.policies.remove(tx, key);
        else await this.policies.put(tx, { ...key, approvers, ...people });
        return { ...key, approvers: before?.approvers ?? null };
      },
    });
    return Promise.resolve(prepared);
  }

  private async propose(request: SetPayoutPolicyRequest): Promise<Step> {
    const { accountId, currency, approvers, reason, proposedBy } = request;
    const fromAmount = canonicalDecimal(request.fromAmount);
    const subject = `${accountId ?? 'any account'}, ${currency ?? 'any currency'}, from ${fromAmount}`;
    const content = { accountId, currency, fromAmount, approvers };
    return this.changes.propose({ kind: this.kind, subject, content, reason, proposedBy });
  }

  private async findProblem(request: SetPayoutPolicyRequest): Promise<Step['refusal']> {
    const problem = findPolicyProblem(request);
    if (problem) return problem;
    const { accountId } = request;
    if (accountId !== null && !(await this.accounts.find(accountId))) {
      return { code: 'ACCOUNT_NOT_FOUND', field: 'accountId', message: 'There is no account with this id.' };
    }
    return null;
  }
}

export function findPolicyProblem({ currency, fromAmount }: SetPayoutPolicyRequest): Step['refusal'] {
  if (currency !== null) {
    const excess = findExcessDecimals(fromAmount, currency);
    return excess === null ? null : { code: 'AMOUNT_TOO_PRECISE', field: 'fromAmount', message: excess };
  }
  if (canonicalDecimal(fromAmount) === '0') return null;
  const message = 'An amount needs its currency; without one a policy is for payouts of any amount.';
  return { code: 'AMOUNT_WITHOUT_CURRENCY', field: 'currency', message };
}
