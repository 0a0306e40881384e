import { parseCurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import { addDecimals, compareDecimals, type DecimalString } from '../../../common/decimal.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';

/** A limit for an account and a currency. Null means all accounts or all currencies together. */
export interface PayoutLimit {
  readonly kind: PayoutLimitKind;
  readonly accountId: string | null;
  readonly currency: string | null;
  /** An amount of money, or a number of payouts. */
  readonly value: DecimalString;
}

interface LimitedPayout {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: DecimalString;
}

/** Returns how much of a limit was used up today, without the payout in question. */
export type UsedToday = (limit: PayoutLimit) => DecimalString;

export interface BlockingLimit {
  readonly kind: PayoutLimitKind;
  readonly message: string;
}

/** The only limit whose use reveals whether a recipient was paid. */
export const OF_RECIPIENT = 'DAILY_COUNT_PER_RECIPIENT';

const ONE = '1' as DecimalString;

/**
 * Returns the first limit that a payout would exceed; null if it exceeds none. The limit per recipient is checked last,
 * so that a payout blocked by another limit reveals nothing about payments made by others.
 */
export function blockingLimit(
  limits: readonly PayoutLimit[],
  payout: LimitedPayout,
  usedToday: UsedToday,
): BlockingLimit | null {
  const isBlocking = (limit: PayoutLimit): boolean => applies(limit, payout) && isExceeded(limit, payout, usedToday);
  const exceeded =
    limits.find((limit) => limit.kind !== OF_RECIPIENT && isBlocking(limit)) ??
    limits.find((limit) => limit.kind === OF_RECIPIENT && isBlocking(limit));
  return exceeded ? { kind: exceeded.kind, message: describe(exceeded) } : null;
}

export function applies(limit: PayoutLimit, payout: LimitedPayout): boolean {
  return (
    (limit.accountId === null || limit.accountId === payout.accountId) &&
    (limit.currency === null || limit.currency === payout.currency)
  );
}

function isExceeded(limit: PayoutLimit, payout: LimitedPayout, usedToday: UsedToday): boolean {
  switch (limit.kind) {
    case 'LARGEST_PAYOUT':
      return compareDecimals(payout.amount, limit.value) > 0;
    case 'DAILY_SUM':
    case 'DAILY_SUM_PER_MAKER':
      return compareDecimals(addDecimals(usedToday(limit), payout.amount), limit.value) > 0;
    case 'DAILY_COUNT_PER_RECIPIENT':
      return compareDecimals(addDecimals(usedToday(limit), ONE), limit.value) > 0;
  }
}

function describe({ kind, accountId, currency, value }: PayoutLimit): string {
  const amount = `${inCurrency(value, parseCurrencyCode(currency ?? ''))} ${currency ?? ''}`;
  const whose = accountId === null ? '' : ' of this account';
  switch (kind) {
    case 'LARGEST_PAYOUT':
      return `A payout${whose} may be ${amount} at most; it waits until the limit is raised.`;
    case 'DAILY_SUM':
      return `The payouts${whose} of a day may be ${amount} together; it waits until there is room.`;
    case 'DAILY_SUM_PER_MAKER':
      return `The payouts${whose} that one key or person makes may be ${amount} together in a day; it waits until there is room.`;
    case 'DAILY_COUNT_PER_RECIPIENT':
      return `One recipient may be paid ${value} times a day; it waits until there is room.`;
  }
}
