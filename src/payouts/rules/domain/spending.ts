import { addDecimals, type DecimalString } from '../../../common/decimal.js';
import type { AvailableFunds } from '../../core/domain/available-funds.js';
import type { CurrencyCode } from '../../../common/currency.js';
import {
  applies,
  type BlockingLimit,
  blockingLimit,
  OF_RECIPIENT,
  type PayoutLimit,
  type UsedToday,
} from './payout-limits.js';

export interface SpendingPayout {
  readonly accountId: string;
  readonly createdBy: string;
  readonly currency: CurrencyCode;
  readonly amount: DecimalString;
  readonly requisitesHash: Buffer | null;
}

/** The sum of the payouts made by one caller from one account in one currency that were claimed today. */
export interface SpentSum {
  readonly accountId: string;
  readonly createdBy: string;
  readonly currency: string;
  readonly amount: DecimalString;
}

/** How much of the limits was used up today. */
export interface UsageToday {
  readonly sums: readonly SpentSum[];
  /** Number of payouts by the hexadecimal hash of the requisites. */
  readonly counts: ReadonlyMap<string, number>;
}

export const UNUSED: UsageToday = { sums: [], counts: new Map() };

/** The usage that the limits of some payouts depend on. */
export interface AskedUsage {
  /** Names under which the usage is locked. */
  readonly names: readonly string[];
  readonly currencies: readonly string[];
  readonly requisitesHashes: readonly Buffer[];
}

export type SpendingVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'limited'; readonly limit: BlockingLimit }
  | { readonly kind: 'not_covered' };

const NOTHING = '0' as DecimalString;

/** Decides, one payout after the other, whether the limits and the balances leave room for it. */
export class Spending<Payout extends SpendingPayout> {
  #usage: UsageToday;

  constructor(
    private readonly limits: readonly PayoutLimit[],
    usage: UsageToday,
    private readonly funds: AvailableFunds<Payout>,
  ) {
    this.#usage = usage;
  }

  /** Decides about a payout. Only a payout that passes uses up limits and funds. */
  decide(payout: Payout): SpendingVerdict {
    const limit = blockingLimit(this.limits, payout, usedBy(payout, this.#usage));
    if (limit && (limit.kind !== OF_RECIPIENT || this.funds.covers(payout))) return { kind: 'limited', limit };
    if (limit || !this.funds.take(payout)) return { kind: 'not_covered' };
    this.#usage = withUseOf(payout, this.#usage);
    return { kind: 'passed' };
  }
}

export function usageAskedFor(limits: readonly PayoutLimit[], payouts: readonly SpendingPayout[]): AskedUsage {
  const limitedBy = (kind: PayoutLimit['kind']): SpendingPayout[] =>
    payouts.filter((payout) => limits.some((limit) => limit.kind === kind && applies(limit, payout)));
  const ofDay = limitedBy('DAILY_SUM');
  const ofMaker = limitedBy('DAILY_SUM_PER_MAKER');
  const requisitesHashes = limitedBy('DAILY_COUNT_PER_RECIPIENT').flatMap(({ requisitesHash }) => requisitesHash ?? []);
  return {
    names: [
      ...ofDay.map(({ currency }) => currency),
      ...ofMaker.map(({ currency, createdBy }) => `${currency}:${createdBy}`),
      ...requisitesHashes.map((hash) => hash.toString('hex')),
    ],
    currencies: [...new Set([...ofDay, ...ofMaker].map(({ currency }) => currency))],
    requisitesHashes,
  };
}

function usedBy(payout: SpendingPayout, { sums, counts }: UsageToday): UsedToday {
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

function withUseOf(payout: SpendingPayout, { sums, counts }: UsageToday): UsageToday {
  const { accountId, createdBy, currency, amount } = payout;
  const recipient = recipientOf(payout);
  return {
    sums: [...sums, { accountId, createdBy, currency, amount }],
    counts: new Map(counts).set(recipient, (counts.get(recipient) ?? 0) + 1),
  };
}

/** A payout that is being claimed still has its recipient, because only ended payouts are purged. */
function recipientOf({ requisitesHash }: SpendingPayout): string {
  return requisitesHash?.toString('hex') ?? '';
}
