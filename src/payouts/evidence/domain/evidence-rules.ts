import { compareDecimals, type DecimalString } from '../../../common/decimal.js';

interface ShownPayout {
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly createdAt: Date | null;
}

interface ExpectedContent {
  readonly payout: { readonly amount: DecimalString };
  /** As sent; null once purged. */
  readonly recipient: { readonly requisites: string } | null;
}

interface ExpectedPayout extends ExpectedContent {
  readonly attempt: { readonly claimedAt: Date };
}

// The two clocks are never synchronised. Beyond this difference the provider's times prove nothing.
const CLOCK_SKEW_MS = 5 * 60_000;

// A request leaves within seconds of its claim, and is answered or cut off within minutes.
const MAX_AGE_MS = 60 * 60_000;

/** How one fact compares. A fact that is missing or cannot be compared proves nothing. */
export type MatchVerdict = 'MATCHES' | 'DIFFERS' | 'NOT_SHOWN';

export interface MatchVerdicts {
  readonly amount: MatchVerdict;
  readonly recipient: MatchVerdict;
  readonly time: MatchVerdict;
  readonly callback: MatchVerdict;
}

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

/** Compares the provider's creation time with the attempt's claim. */
export function compareTime(createdAt: Date | null, { claimedAt }: { readonly claimedAt: Date }): MatchVerdict {
  if (createdAt === null) return 'NOT_SHOWN';
  const age = createdAt.getTime() - claimedAt.getTime();
  return verdictOf(age >= -CLOCK_SKEW_MS && age <= MAX_AGE_MS);
}

/** Whether a provider payout has the amount and the recipient of the Purser payout. An absent field proves nothing. */
export function showsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'MATCHES' && recipient === 'MATCHES';
}

/** Whether a provider payout has another amount or recipient than the Purser payout. */
export function contradictsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'DIFFERS' || recipient === 'DIFFERS';
}

/**
 * Whether a provider payout can be the result of an attempt: same amount, same recipient, created when the attempt was
 * made. All three must be shown, because an absent field proves nothing.
 */
export function isEvidenceFor(shown: ShownPayout, expected: ExpectedPayout): boolean {
  return showsContentOf(shown, expected) && compareTime(shown.createdAt, expected.attempt) === 'MATCHES';
}

function verdictOf(isSame: boolean): MatchVerdict {
  return isSame ? 'MATCHES' : 'DIFFERS';
}
