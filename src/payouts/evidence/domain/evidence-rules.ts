import { compareDecimals, type DecimalString } from '../../../common/decimal.js';

/** The read-back of a payout at the provider. */
interface ShownPayout {
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly createdAt: Date | null;
}

interface ExpectedContent {
  readonly payout: { readonly amount: DecimalString };
  /** As it was sent; null once it was purged. */
  readonly recipient: { readonly requisites: string } | null;
}

interface ExpectedPayout extends ExpectedContent {
  readonly attempt: { readonly claimedAt: Date };
}

// Two clocks that are never set together; more apart than this, the provider's times say nothing.
const CLOCK_SKEW_MS = 5 * 60_000;

// A request leaves within seconds of its claim and is answered or cut off within minutes.
const MAX_AGE_MS = 60 * 60_000;

/** How one fact of a payout at the provider compares. One that is not shown, or cannot be compared, proves nothing. */
export type MatchVerdict = 'MATCHES' | 'DIFFERS' | 'NOT_SHOWN';

/** The facts of a payout at the provider beside those of an attempt. */
export interface MatchVerdicts {
  readonly amount: MatchVerdict;
  readonly recipient: MatchVerdict;
  readonly time: MatchVerdict;
  readonly callback: MatchVerdict;
}

/** Compares the content alone. */
export function compareContent(
  shown: Omit<ShownPayout, 'createdAt'>,
  { payout, recipient }: ExpectedContent,
): Pick<MatchVerdicts, 'amount' | 'recipient'> {
  const { amount, requisites } = shown;
  return {
    amount: amount === null ? 'NOT_SHOWN' : verdictOf(compareDecimals(amount, payout.amount) === 0),
    recipient: requisites === null || !recipient ? 'NOT_SHOWN' : verdictOf(requisites === recipient.requisites),
  };
}

/** Compares the time at which the provider made a payout with that of an attempt. */
export function compareTime(createdAt: Date | null, { claimedAt }: { readonly claimedAt: Date }): MatchVerdict {
  if (createdAt === null) return 'NOT_SHOWN';
  const age = createdAt.getTime() - claimedAt.getTime();
  return verdictOf(age >= -CLOCK_SKEW_MS && age <= MAX_AGE_MS);
}

/**
 * Whether a payout at the provider has the amount and the recipient of the Purser payout. An absent field proves
 * nothing.
 */
export function showsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'MATCHES' && recipient === 'MATCHES';
}

/** Whether a payout at the provider has another amount or another recipient than the Purser payout. */
export function contradictsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'DIFFERS' || recipient === 'DIFFERS';
}

/**
 * Whether a payout at the provider can be the one an attempt asked for: the same amount, the same recipient, and made
 * when the attempt was. Every one of them must be shown; what is left out proves nothing.
 */
export function isEvidenceFor(shown: ShownPayout, expected: ExpectedPayout): boolean {
  return showsContentOf(shown, expected) && compareTime(shown.createdAt, expected.attempt) === 'MATCHES';
}

function verdictOf(isSame: boolean): MatchVerdict {
  return isSame ? 'MATCHES' : 'DIFFERS';
}
