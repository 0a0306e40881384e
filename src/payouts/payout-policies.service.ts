import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuditLog } from '../audit/audit-log.js';
import { canonicalDecimal, type DecimalString } from '../common/decimal.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type DecisionRefusalCode, DecisionsService } from '../decisions/decisions.service.js';
import { approversFor, MAX_APPROVERS } from './domain/approval-policy.js';
import { findUnsoundReason } from './domain/decision-reason.js';
import { PayoutGateService } from './payout-gate.service.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
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

export interface RuleChangeRefusal<Code extends string> {
  readonly code: Code;
  readonly field: string | null;
  readonly message: string;
}

export interface SetPayoutPolicyResult {
  /** Every policy as it is now. */
  readonly policies: readonly PolicyRecord[];
  /** True once a second person has confirmed it. */
  readonly isConfirmed: boolean;
  readonly refusal: RuleChangeRefusal<SetPayoutPolicyRefusalCode> | null;
}

type Step = Omit<SetPayoutPolicyResult, 'policies'>;

/** How many people approve which payouts; changed by two of them. */
@Injectable()
export class PayoutPoliciesService implements OnApplicationBootstrap {
  readonly #logger = new Logger(PayoutPoliciesService.name);

  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly policies: PayoutPoliciesRepository,
    private readonly accounts: AccountsService,
    private readonly gate: PayoutGateService,
    private readonly decisions: DecisionsService,
    private readonly audit: AuditLog,
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

  /** How many people must approve this payout now: a policy that asks for fewer than before changes nothing for it. */
  async approversNeeded(tx: Transaction, payout: PayoutEntity): Promise<number> {
    const approvers = await this.approversIn(tx);
    return Math.max(payout.approvalsNeeded, approvers(payout));
  }

  /** The first call proposes, the same call by another person sets or removes a policy. */
  async set(request: SetPayoutPolicyRequest): Promise<SetPayoutPolicyResult> {
    const refusal = await this.findProblem(request);
    const step = refusal
      ? { isConfirmed: false, refusal }
      : await this.unitOfWork.run((tx): Promise<Step> => this.take(tx, request));
    return { ...step, policies: await this.list() };
  }

  private async take(tx: Transaction, request: SetPayoutPolicyRequest): Promise<Step> {
    const { accountId, currency, approvers, reason, actorId } = request;
    const fromAmount = canonicalDecimal(request.fromAmount) as DecimalString;
    const key = { accountId, currency, fromAmount };
    const step = await this.decisions.take(tx, {
      kind: 'PAYOUT_POLICY',
      subject: `${accountId ?? 'any account'}, ${currency ?? 'any currency'}, from ${fromAmount}`,
      content: { ...key, approvers },
      reason,
      actorId,
      mayConfirm: true,
    });
    if (step.kind === 'refused') return { isConfirmed: false, refusal: { ...step, field: null } };
    if (step.kind === 'proposed') return { isConfirmed: false, refusal: null };
    await this.gate.stopClaims(tx);
    const before = await this.policies.find(tx, key);
    if (approvers === null) await this.policies.remove(tx, key);
    else await this.policies.put(tx, { ...key, approvers, proposedBy: step.proposedBy, confirmedBy: actorId });
    await this.audit.record(tx, {
      action: approvers === null ? 'payout_policy.removed' : 'payout_policy.set',
      subjectType: 'PAYOUT_POLICY',
      subjectId: null,
      before: { ...key, approvers: before?.approvers ?? null },
      after: { ...key, approvers },
      reason,
    });
    return { isConfirmed: true, refusal: null };
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
