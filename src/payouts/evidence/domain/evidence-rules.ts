import { compareDecimals, type DecimalString } from '../../../common/decimal.js';

interface ShownPayout {
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly createdAt: Date | null;
}

interface ExpectedContent {
  readonly payout: { readonly amount: DecimalString };
  /** The recipient as it was sent; null once purged. */
  readonly recipient: { readonly requisites: string } | null;
}

interface ExpectedPayout extends ExpectedContent {
  readonly attempt: { readonly claimedAt: Date };
}

// The provider's clock and Purser's are not synchronised. If they differ by more than this, times prove nothing.
const CLOCK_SKEW_MS = 5 * 60_000;

// A request is sent within seconds of its claim, and is answered or cut off within minutes.
const MAX_AGE_MS = 60 * 60_000;

/** The result of comparing one fact. A fact that is missing or cannot be compared proves nothing. */
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

/** Compares the time when the provider created its payout with the time of the attempt's claim. */
export function compareTime(createdAt: Date | null, { claimedAt }: { readonly claimedAt: Date }): MatchVerdict {
  if (createdAt === null) return 'NOT_SHOWN';
  const age = createdAt.getTime() - claimedAt.getTime();
  return verdictOf(age >= -CLOCK_SKEW_MS && age <= MAX_AGE_MS);
}

/**
 * Whether a provider payout shows the same amount and recipient as the Purser payout. False if one of them is absent.
 */
export function showsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'MATCHES' && recipient === 'MATCHES';
}

/** Whether a provider payout shows another amount or another recipient than the Purser payout. */
export function contradictsContentOf(shown: Omit<ShownPayout, 'createdAt'>, expected: ExpectedContent): boolean {
  const { amount, recipient } = compareContent(shown, expected);
  return amount === 'DIFFERS' || recipient === 'DIFFERS';
}

/**
 * Whether a provider payout can be the result of an attempt: it has the same amount and recipient, and was created when
 * the attempt was made. All three must be shown, because an absent field proves nothing.
 */
export function isEvidenceFor(shown: ShownPayout, expected: ExpectedPayout): boolean {
  return showsContentOf(shown, expected) && compareTime(shown.createdAt, expected.attempt) === 'MATCHES';
}

function verdictOf(isSame: boolean): MatchVerdict {
  return isSame ? 'MATCHES' : 'DIFFERS';
}
