import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { Alarms } from '../../platform/observability/alarms.js';
import type { PayoutLimit } from './domain/payout-limits.js';
import {
  Spending,
  type SpendingPayout,
  type SpendingVerdict,
  UNUSED,
  type UsageToday,
  usageAskedFor,
} from './domain/spending.js';
import { AvailableFunds } from '../core/domain/available-funds.js';
import type { PayoutBlock } from '../core/domain/payout-limit-kind.js';
import type { ApprovalReason } from '../core/domain/payout-status.js';
import { lostPaymentMessage, LostPaymentsService } from '../gate/lost/lost-payments.service.js';
import { PayoutBalanceService } from './payout-balance.service.js';
import { PayoutPoliciesService } from './payout-policies.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { type ClaimFacts, readClaimFacts } from './persistence/payout-facts.sql.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutLimitsRepository } from './persistence/payout-limits.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';

export interface PreSendResult {
  readonly passed: readonly PayoutEntity[];
  readonly funds: AvailableFunds<PayoutEntity>;
}

/** A payout that is only planned, and needs no approval so far. */
export interface PlannedClaim extends SpendingPayout {
  readonly approvalsNeeded: 0;
}

export type ForeseenClaim = SpendingVerdict | { readonly kind: 'needs_approval'; readonly approvalsNeeded: number };

// Ten minutes: by then another payout may have failed and released its share, or a new day may have begun. Setting a
// limit retries them at once, and thousands of blocked payouts must not keep the ticks busy.
const BLOCKED_SECONDS = 600;

/**
 * The last check before sending, in the claiming transaction: whether the present content is approved, and whether the
 * limits and the balance allow the payout. Earlier decisions are not trusted.
 */
@Injectable()
export class PreSendChecksService {
  constructor(
    private readonly policies: PayoutPoliciesService,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly limits: PayoutLimitsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly balance: PayoutBalanceService,
    private readonly transitions: PayoutTransitions,
    private readonly lost: LostPaymentsService,
    private readonly alarms: Alarms,
  ) {}

  /** Returns the locked payouts that may be sent now. The reason why the others must wait is stored with them. */
  async run(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    balances: { readonly isLocked: boolean },
  ): Promise<PreSendResult> {
    const facts = await readClaimFacts(tx, payouts);
    const approved = await this.approved(tx, payouts, facts);
    const free = facts.isAnyLost ? await this.withoutLost(tx, approved) : approved;
    return this.affordable(tx, free, { ...balances, ...facts });
  }

  /**
   * Reads what the claims of planned payouts depend on, and locks nothing. The returned function decides about one
   * payout after the other, as `run` will. Planned payouts that may be lost ones need an approval before they come here.
   */
  async foresee(tx: Transaction, payouts: readonly PlannedClaim[]): Promise<(payout: PlannedClaim) => ForeseenClaim> {
    const { policies, limits, balances } = await readClaimFacts(tx, payouts);
    const usage = await this.limits.usageToday(tx, usageAskedFor(limits, payouts));
    const spending = new Spending(limits, usage, new AvailableFunds<PlannedClaim>(balances));
    const neededBy = this.policies.approvalsNeededBy(policies);
    return (payout) => {
      const approvalsNeeded = neededBy(payout);
      return approvalsNeeded > 0 ? { kind: 'needs_approval', approvalsNeeded } : spending.decide(payout);
    };
  }

  private async approved(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    { policies }: Pick<ClaimFacts, 'policies'>,
  ): Promise<PayoutEntity[]> {
    const neededBy = this.policies.approvalsNeededBy(policies);
    const checked = payouts.map((payout) => ({ payout, needed: neededBy(payout) }));
    const policed = checked.filter(({ needed }) => needed > 0).map(({ payout }) => payout.id);
    const given = policed.length === 0 ? new Map<string, number>() : await this.approvals.countValid(tx, policed);
    const passed: PayoutEntity[] = [];
    for (const { payout, needed } of checked) {
      if ((given.get(payout.id) ?? 0) < needed) {
        await this.requireApproval(tx, payout, { needed, given: given.get(payout.id) ?? 0 });
        continue;
      }
      // The database does not let the payout be sent without this number of approvals.
      if (needed > payout.approvalsNeeded) await this.payouts.needApprovals(tx, payout.id, needed);
      passed.push(payout);
    }
    return passed;
  }

  private async requireApproval(
    tx: Transaction,
    payout: PayoutEntity,
    { needed, given }: { readonly needed: number; readonly given: number },
  ): Promise<void> {
    const hasLapsed = given < payout.approvalsNeeded;
    const reason: ApprovalReason = hasLapsed ? 'APPROVAL_LAPSED' : 'POLICY';
    await this.approvals.voidLapsed(tx, payout.id);
    await this.transitions.move(tx, payout, {
      to: 'AWAITING_APPROVAL',
      patch: {
        approvedHash: null,
        approvalReason: reason,
        approvalsNeeded: Math.max(payout.approvalsNeeded, needed),
        blockedBy: null,
        problem: hasLapsed
          ? 'An approval lapsed before it was sent; it must be approved again.'
          : 'The policy asks for more approvals than when it was approved.',
      },
      cause: hasLapsed ? 'DEADLINE' : 'OPERATOR',
      evidence: { reason, approvalsNeeded: needed, approvals: given },
      alarms: hasLapsed ? [{ code: 'payout_approval_lapsed' }] : [],
    });
  }

  private async withoutLost(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<PayoutEntity[]> {
    const passed: PayoutEntity[] = [];
    for (const payout of payouts) {
      const lost = await this.lost.findFor(tx, payout);
      if (lost === null) passed.push(payout);
      else await this.block(tx, payout, { kind: 'MAY_HAVE_BEEN_SENT', message: lostPaymentMessage(lost) });
    }
    return passed;
  }

  /** Checks the payouts one after the other, because only those that are sent use up limits. */
  private async affordable(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    { isLocked, limits, balances }: { readonly isLocked: boolean } & ClaimFacts,
  ): Promise<PreSendResult> {
    const usage = await this.lockUsage(tx, limits, payouts);
    const funds = isLocked ? await this.balance.lockFunds(tx, payouts) : new AvailableFunds<PayoutEntity>(balances);
    const spending = new Spending(limits, usage, funds);
    const passed: PayoutEntity[] = [];
    for (const payout of payouts) {
      const verdict = spending.decide(payout);
      if (verdict.kind === 'passed') passed.push(payout);
      else if (verdict.kind === 'limited') await this.block(tx, payout, verdict.limit);
      else await this.balance.postpone(tx, payout);
    }
    return { passed, funds };
  }

  private async block(
    tx: Transaction,
    payout: PayoutEntity,
    block: { readonly kind: PayoutBlock; readonly message: string },
  ): Promise<void> {
    const { kind: blockedBy, message: problem } = block;
    await this.payouts.postponeAttempt(tx, payout.id, {
      problem,
      seconds: BLOCKED_SECONDS,
      waitsFor: blockedBy === 'MAY_HAVE_BEEN_SENT' ? blockedBy : 'LIMIT',
      blockedBy,
    });
    // Alarms only once, not every ten minutes.
    if (payout.blockedBy === block.kind) return;
    this.alarms.raiseAfter(tx, 'payout_blocked_by_limit', { payoutId: payout.id, limit: block.kind });
  }

  /**
   * Reads the usage after locking it: once another claim's transaction has ended, this one sees what that claim used
   * up.
   */
  private async lockUsage(
    tx: Transaction,
    limits: readonly PayoutLimit[],
    payouts: readonly PayoutEntity[],
  ): Promise<UsageToday> {
    const asked = usageAskedFor(limits, payouts);
    if (asked.names.length === 0) return UNUSED;
    await this.limits.lockUsage(tx, asked.names);
    return this.limits.usageToday(tx, asked);
  }
}
