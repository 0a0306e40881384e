import { Injectable } from '@nestjs/common';
import { addDecimals, type DecimalString } from '../../common/decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { applies, blockingLimit, OF_RECIPIENT, type PayoutLimit, type UsedToday } from './domain/payout-limits.js';
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
import { PayoutLimitsRepository, type SpentSum } from './persistence/payout-limits.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';

/** How much of the limits was used up today, including the claims made in this transaction. */
interface Usage {
  readonly sums: readonly SpentSum[];
  /** Number of payouts by the hexadecimal hash of the requisites. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface PreSendResult {
  readonly passed: readonly PayoutEntity[];
  readonly funds: AvailableFunds<PayoutEntity>;
}

// Ten minutes. By then another payout may have failed and returned its share, or a new day may have begun. Setting a
// limit retries the blocked payouts immediately. Shorter intervals would keep the ticks busy with thousands of them.
const BLOCKED_SECONDS = 600;

const NOTHING = '0' as DecimalString;

const UNUSED: Usage = { sums: [], counts: new Map() };

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
    const limited = payouts.filter((payout) => limits.some((limit) => applies(limit, payout)));
    let usage = limited.length === 0 ? UNUSED : await this.readUsage(tx, limits, limited);
    const funds = isLocked ? await this.balance.lockFunds(tx, payouts) : new AvailableFunds<PayoutEntity>(balances);
    const passed: PayoutEntity[] = [];
    for (const payout of payouts) {
      const block = blockingLimit(limits, payout, usedBy(payout, usage));
      if (block && (block.kind !== OF_RECIPIENT || funds.covers(payout))) {
        await this.block(tx, payout, block);
      } else if (!block && funds.take(payout)) {
        usage = withUseOf(payout, usage);
        passed.push(payout);
      } else {
        await this.balance.postpone(tx, payout);
      }
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
  private async readUsage(
    tx: Transaction,
    limits: readonly PayoutLimit[],
    payouts: readonly PayoutEntity[],
  ): Promise<Usage> {
    const has = (kind: PayoutLimit['kind'], payout: PayoutEntity): boolean =>
      limits.some((limit) => limit.kind === kind && applies(limit, payout));
    const ofDay = payouts.filter((one) => has('DAILY_SUM', one));
    const ofMaker = payouts.filter((one) => has('DAILY_SUM_PER_MAKER', one));
    const currencies = [...new Set([...ofDay, ...ofMaker].map(({ currency }) => currency))];
    const recipients = payouts
      .filter((one) => has('DAILY_COUNT_PER_RECIPIENT', one))
      .flatMap(({ requisitesHash }) => requisitesHash ?? []);
    const names = [
      ...ofDay.map(({ currency }) => currency),
      ...ofMaker.map(({ currency, createdBy }) => `${currency}:${createdBy}`),
      ...recipients.map((hash) => hash.toString('hex')),
    ];
    if (names.length > 0) await this.limits.lockUsage(tx, names);
    return {
      sums: currencies.length === 0 ? [] : await this.limits.sumToday(tx, currencies),
      counts: recipients.length === 0 ? new Map() : await this.limits.countToday(tx, recipients),
    };
  }
}

function usedBy(payout: PayoutEntity, { sums, counts }: Usage): UsedToday {
  return ({ kind, accountId, currency }) => {
    if (kind === 'DAILY_COUNT_PER_RECIPIENT') {
      return String(counts.get(recipientOf(payout)) ?? 0) as DecimalString;
    }
    return sums
      .filter((sum) => sum.currency === currency && (accountId === null || sum.accountId === accountId))
      .filter((sum) => kind !== 'DAILY_SUM_PER_MAKER' || sum.createdBy === payout.createdBy)
      .reduce((total, { amount }) => addDecimals(total, amount), NOTHING);
  };
}

function withUseOf(payout: PayoutEntity, { sums, counts }: Usage): Usage {
  const { accountId, createdBy, currency, amount } = payout;
  const recipient = recipientOf(payout);
  return {
    sums: [...sums, { accountId, createdBy, currency, amount }],
    counts: new Map(counts).set(recipient, (counts.get(recipient) ?? 0) + 1),
  };
}

/** A payout that is being claimed still has its recipient, because only ended payouts are purged. */
function recipientOf({ requisitesHash }: PayoutEntity): string {
  return requisitesHash?.toString('hex') ?? '';
}
