import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { Config } from '../../config/config.js';
import type { Transaction } from '../../database/transaction.js';
import type { DecisionRefusalCode } from '../../decisions/decisions.service.js';
import { approversFor, MAX_APPROVERS } from './domain/approval-policy.js';
import { findUnsoundReason } from '../core/domain/decision-reason.js';
import { PayoutRuleChangesService, type RuleChangeResult } from './payout-rule-changes.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutPoliciesRepository, type PolicyRecord } from './persistence/payout-policies.repository.js';

export type SetPayoutPolicyRefusalCode =
  'ACCOUNT_NOT_FOUND' | 'AMOUNT_WITHOUT_CURRENCY' | 'APPROVERS_INVALID' | 'REASON_INVALID' | DecisionRefusalCode;

export interface SetPayoutPolicyRequest {
  readonly accountId: string | null;
  readonly currency: string | null;
  readonly fromAmount: DecimalString;
  /** Null takes the policy away. */
  readonly approvers: number | null;
  readonly reason: string;
  /** The API key that decides. */
  readonly actorId: string;
}

type Step = RuleChangeResult<SetPayoutPolicyRefusalCode>;

export interface SetPayoutPolicyResult extends Step {
  /** Every policy as it is now. */
  readonly policies: readonly PolicyRecord[];
}

/** How many people approve which payouts; changed by two of them. */
@Injectable()
export class PayoutPoliciesService implements OnApplicationBootstrap {
  readonly #logger = new Logger(PayoutPoliciesService.name);

  constructor(
    private readonly config: Config,
    private readonly policies: PayoutPoliciesRepository,
    private readonly accounts: AccountsService,
    private readonly changes: PayoutRuleChangesService,
  ) {}

  /** One key that creates payouts may be enough to empty the balance then. */
  onApplicationBootstrap(): void {
    if (this.config.payouts.approversDefault > 0) return;
    this.#logger.warn({ event: 'payouts_need_no_approval', variable: 'PAYOUT_APPROVERS_DEFAULT' });
  }

  async list(): Promise<PolicyRecord[]> {
    return this.policies.list();
  }

  /** How many people the policies of this moment ask to approve each payout. */
  async approversIn(tx: Transaction): Promise<(payout: Parameters<typeof approversFor>[1]) => number> {
    const policies = await this.policies.listIn(tx);
    return (payout) => approversFor(policies, payout, this.config.payouts.approversDefault);
  }

  /** How many people must approve each recorded payout now: a policy that asks for fewer than before changes nothing. */
  async approvalsNeededIn(tx: Transaction): Promise<(payout: PayoutEntity) => number> {
    const approversOf = await this.approversIn(tx);
    return (payout) => Math.max(payout.approvalsNeeded, approversOf(payout));
  }

  /** The first call proposes, the same call by another person sets or removes a policy. */
  async set(request: SetPayoutPolicyRequest): Promise<SetPayoutPolicyResult> {
    const refusal = await this.findProblem(request);
    const step = refusal ? { isConfirmed: false, refusal } : await this.take(request);
    return { ...step, policies: await this.list() };
  }

  private async take(request: SetPayoutPolicyRequest): Promise<Step> {
    const { accountId, currency, approvers, reason, actorId } = request;
    const fromAmount = canonicalDecimal(request.fromAmount) as DecimalString;
    const key = { accountId, currency, fromAmount };
    return this.changes.take({
      kind: 'PAYOUT_POLICY',
      subject: `${accountId ?? 'any account'}, ${currency ?? 'any currency'}, from ${fromAmount}`,
      content: { ...key, approvers },
      isRemoval: approvers === null,
      reason,
      actorId,
      apply: async (tx, people) => {
        const before = await this.policies.find(tx, key);
        if (approvers === null) await this.policies.remove(tx, key);
        else await this.policies.put(tx, { ...key, approvers, ...people });
        return { ...key, approvers: before?.approvers ?? null };
      },
    });
  }

  private async findProblem(request: SetPayoutPolicyRequest): Promise<Step['refusal']> {
    const { accountId, currency, fromAmount, approvers } = request;
    const unsound = findUnsoundReason(request.reason);
    if (unsound !== null) return { code: 'REASON_INVALID', field: 'reason', message: unsound };
    if (approvers !== null && (approvers < 0 || approvers > MAX_APPROVERS)) {
      return { code: 'APPROVERS_INVALID', field: 'approvers', message: 'A policy asks for 0, 1 or 2 people.' };
    }
    if (currency === null && canonicalDecimal(fromAmount) !== '0') {
      const message = 'An amount needs its currency; without one a policy is for payouts of any amount.';
      return { code: 'AMOUNT_WITHOUT_CURRENCY', field: 'currency', message };
    }
    if (accountId !== null && !(await this.accounts.find(accountId))) {
      return { code: 'ACCOUNT_NOT_FOUND', field: 'accountId', message: 'There is no account with this id.' };
    }
    return null;
  }
}
