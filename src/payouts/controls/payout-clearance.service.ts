import { Injectable } from '@nestjs/common';
import { addDecimals, type DecimalString } from '../../common/decimal.js';
import type { Transaction } from '../../database/transaction.js';
import { Alarms } from '../../observability/alarms.js';
import {
  applies,
  limitInTheWay,
  type LimitInTheWay,
  type PayoutLimit,
  type UsedToday,
} from './domain/payout-limits.js';
import type { AvailableFunds } from './domain/available-funds.js';
import type { HoldReason } from '../core/domain/payout-status.js';
import { PayoutBalanceService } from './payout-balance.service.js';
import { PayoutPoliciesService } from './rules/payout-policies.service.js';
import { PayoutTransitions } from './payout-transitions.js';
import { HeldPayoutsRepository } from './persistence/held-payouts.sql.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutLimitsRepository, type SpentSum } from './persistence/payout-limits.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';

/** What is used up today, this transaction's own claims included. */
interface Usage {
  readonly sums: readonly SpentSum[];
  /** By the hash of the requisites in hexadecimal. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Payouts that may be sent now. */
export interface Clearance {
  readonly cleared: readonly PayoutEntity[];
  /** What they take, which is still to be reserved. */
  readonly funds: AvailableFunds<PayoutEntity>;
}

// Ten minutes: another payout may have failed by then and given its share back, a new day have begun. A limit that is set
// has them tried at once, and thousands that are held must not keep the ticks busy.
const HELD_SECONDS = 600;

const NOTHING = '0' as DecimalString;

const UNUSED: Usage = { sums: [], counts: new Map() };

/**
 * The last look at payouts that are about to be sent, in the transaction that claims them: whether everybody who must has
 * approved what they are now, whether a limit is in the way, and whether the balance covers them. Nothing that was decided
 * earlier is taken on trust.
 */
@Injectable()
export class PayoutClearanceService {
  constructor(
    private readonly policies: PayoutPoliciesService,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly limits: PayoutLimitsRepository,
    private readonly held: HeldPayoutsRepository,
    private readonly balance: PayoutBalanceService,
    private readonly transitions: PayoutTransitions,
    private readonly alarms: Alarms,
  ) {}

  /** Those of the payouts, which are locked, that may be sent now; each of the others is held, and says why. */
  async clear(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    balances: { readonly isLocked: boolean },
  ): Promise<Clearance> {
    return this.affordable(tx, await this.approved(tx, payouts), balances);
  }

  private async approved(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<PayoutEntity[]> {
    const neededBy = await this.policies.approvalsNeededIn(tx);
    const judged = payouts.map((payout) => ({ payout, needed: neededBy(payout) }));
    const policed = judged.filter(({ needed }) => needed > 0).map(({ payout }) => payout.id);
    const given = policed.length === 0 ? new Map<string, number>() : await this.approvals.countValid(tx, policed);
    const cleared: PayoutEntity[] = [];
    for (const { payout, needed } of judged) {
      if ((given.get(payout.id) ?? 0) < needed) {
        await this.holdForApproval(tx, payout, { needed, given: given.get(payout.id) ?? 0 });
        continue;
      }
      // What the database goes by when it lets a payout be sent.
      if (needed > payout.approvalsNeeded) await this.held.needApprovals(tx, payout.id, needed);
      cleared.push(payout);
    }
    return cleared;
  }

  private async holdForApproval(
    tx: Transaction,
    payout: PayoutEntity,
    { needed, given }: { readonly needed: number; readonly given: number },
  ): Promise<void> {
    const hasLapsed = given < payout.approvalsNeeded;
    const reason: HoldReason = hasLapsed ? 'APPROVAL_LAPSED' : 'POLICY';
    await this.approvals.voidLapsed(tx, payout.id);
    await this.transitions.move(tx, payout, {
      to: 'AWAITING_APPROVAL',
      patch: {
        approvedHash: null,
        holdReason: reason,
        approvalsNeeded: Math.max(payout.approvalsNeeded, needed),
        heldBy: null,
        problem: hasLapsed
          ? 'An approval lapsed before it was sent; it must be approved again.'
          : 'The policy asks for more approvals than when it was approved.',
      },
      cause: hasLapsed ? 'DEADLINE' : 'OPERATOR',
      evidence: { reason, approvalsNeeded: needed, approvals: given },
      alarms: hasLapsed ? [{ code: 'payout_approval_lapsed' }] : [],
    });
  }

  /** One after the other: only what is sent uses a limit up, so one that is not covered is in nobody's way. */
  private async affordable(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    balances: { readonly isLocked: boolean },
  ): Promise<Clearance> {
    const limits = await this.limits.listIn(tx);
    const limited = payouts.filter((payout) => limits.some((limit) => applies(limit, payout)));
    let usage = limited.length === 0 ? UNUSED : await this.readUsage(tx, limits, limited);
    const funds = await this.balance.findFunds(tx, payouts, balances);
    const cleared: PayoutEntity[] = [];
    for (const payout of payouts) {
      const hold = limitInTheWay(limits, payout, usedBy(payout, usage));
      if (hold) {
        await this.holdForLimit(tx, payout, hold);
      } else if (funds.take(payout)) {
        usage = withUseOf(payout, usage);
        cleared.push(payout);
      } else {
        await this.balance.postpone(tx, payout);
      }
    }
    return { cleared, funds };
  }

  private async holdForLimit(tx: Transaction, payout: PayoutEntity, hold: LimitInTheWay): Promise<void> {
    await this.held.holdForLimit(tx, payout.id, hold, HELD_SECONDS);
    // Once, and not every ten minutes.
    if (payout.heldBy === hold.kind) return;
    tx.afterCommit(() => {
      this.alarms.raise('payout_held_by_limit', { payoutId: payout.id, limit: hold.kind });
    });
  }

  /** Locks first: what another claim has used up is seen once its transaction has ended. */
  private async readUsage(
    tx: Transaction,
    limits: readonly PayoutLimit[],
    payouts: readonly PayoutEntity[],
  ): Promise<Usage> {
    const has = (kind: PayoutLimit['kind'], payout: PayoutEntity): boolean =>
      limits.some((limit) => limit.kind === kind && applies(limit, payout));
    const currencies = [...new Set(payouts.filter((one) => has('DAILY_SUM', one)).map(({ currency }) => currency))];
    const recipients = payouts
      .filter((one) => has('DAILY_COUNT_PER_RECIPIENT', one))
      .flatMap(({ requisitesHash }) => requisitesHash ?? []);
    const names = [...currencies, ...recipients.map((hash) => hash.toString('hex'))];
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
      .reduce((total, { amount }) => addDecimals(total, amount), NOTHING);
  };
}

function withUseOf(payout: PayoutEntity, { sums, counts }: Usage): Usage {
  const { accountId, currency, amount } = payout;
  const recipient = recipientOf(payout);
  return {
    sums: [...sums, { accountId, currency, amount }],
    counts: new Map(counts).set(recipient, (counts.get(recipient) ?? 0) + 1),
  };
}

/** What is claimed has its recipient: only what has ended is purged. */
function recipientOf({ requisitesHash }: PayoutEntity): string {
  return requisitesHash?.toString('hex') ?? '';
}
