import { Injectable } from '@nestjs/common';
import { addDecimals, type DecimalString } from '../common/decimal.js';
import type { Transaction } from '../database/transaction.js';
import { StatusLog } from '../events/status-log.js';
import { applies, limitInTheWay, type PayoutLimit, type UsedToday } from './domain/payout-limits.js';
import type { HoldReason } from './domain/payout-status.js';
import { PayoutPoliciesService } from './payout-policies.service.js';
import { HeldPayoutsRepository } from './persistence/held-payouts.repository.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutLimitsRepository, type SpentSum } from './persistence/payout-limits.repository.js';
import type { PayoutEntity } from './persistence/payout.entity.js';

/** What is used up today, this transaction's own claims included. */
interface Usage {
  readonly sums: SpentSum[];
  /** By the hash of the requisites in hexadecimal. */
  readonly counts: Map<string, number>;
}

// Ten minutes: another payout may have failed by then and given its share back, a new day have begun. A limit that is set
// has them tried at once, and thousands that are held must not keep the ticks busy.
const HELD_SECONDS = 600;

const NOTHING = '0' as DecimalString;

/**
 * The last look at payouts that are about to be sent, in the transaction that claims them: whether everybody who must has
 * approved what they are now, and whether a limit is in the way. Nothing that was decided earlier is taken on trust.
 */
@Injectable()
export class PayoutClearanceService {
  constructor(
    private readonly policies: PayoutPoliciesService,
    private readonly approvals: PayoutApprovalsRepository,
    private readonly limits: PayoutLimitsRepository,
    private readonly held: HeldPayoutsRepository,
    private readonly log: StatusLog,
  ) {}

  /** Those of the payouts, which are locked, that may be sent now; each of the others is held, and says why. */
  async clear(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<PayoutEntity[]> {
    if (payouts.length === 0) return [];
    return this.withinLimits(tx, await this.approved(tx, payouts));
  }

  private async approved(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<PayoutEntity[]> {
    const approversOf = await this.policies.approversIn(tx);
    const judged = payouts.map((payout) => ({
      payout,
      needed: Math.max(payout.approvalsNeeded, approversOf(payout)),
    }));
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
    await this.held.holdForApproval(tx, payout.id, {
      reason,
      needed,
      problem: hasLapsed
        ? 'An approval lapsed before it was sent; it must be approved again.'
        : 'The policy asks for more approvals than when it was approved.',
    });
    await this.log.append(tx, {
      subjectType: 'PAYOUT',
      subjectId: payout.id,
      from: payout.status,
      to: 'AWAITING_APPROVAL',
      cause: hasLapsed ? 'DEADLINE' : 'OPERATOR',
      evidence: { reason, approvalsNeeded: needed, approvals: given },
    });
  }

  private async withinLimits(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<PayoutEntity[]> {
    const limits = await this.limits.listIn(tx);
    const limited = payouts.filter((payout) => limits.some((limit) => applies(limit, payout)));
    if (limited.length === 0) return [...payouts];
    const usage = await this.readUsage(tx, limits, limited);
    const cleared: PayoutEntity[] = [];
    for (const payout of payouts) {
      const hold = limitInTheWay(limits, payout, usedBy(payout, usage));
      if (hold) {
        await this.held.holdForLimit(tx, payout.id, hold, HELD_SECONDS);
        continue;
      }
      use(payout, usage);
      cleared.push(payout);
    }
    return cleared;
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
      .map(({ requisitesHash }) => requisitesHash);
    const names = [...currencies, ...recipients.map((hash) => hash.toString('hex'))];
    if (names.length > 0) await this.limits.lockUsage(tx, names);
    return {
      sums: currencies.length === 0 ? [] : await this.limits.sumToday(tx, currencies),
      counts: new Map(recipients.length === 0 ? [] : await this.limits.countToday(tx, recipients)),
    };
  }
}

function usedBy(payout: PayoutEntity, { sums, counts }: Usage): UsedToday {
  return ({ kind, accountId, currency }) => {
    if (kind === 'DAILY_COUNT_PER_RECIPIENT') {
      return String(counts.get(payout.requisitesHash.toString('hex')) ?? 0) as DecimalString;
    }
    return sums
      .filter((sum) => sum.currency === currency && (accountId === null || sum.accountId === accountId))
      .reduce((total, { amount }) => addDecimals(total, amount), NOTHING);
  };
}

function use(payout: PayoutEntity, { sums, counts }: Usage): void {
  const recipient = payout.requisitesHash.toString('hex');
  sums.push({ accountId: payout.accountId, currency: payout.currency, amount: payout.amount });
  counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
}
