import { compareDecimals, type DecimalString } from '../../../common/decimal.js';

/** The read-back of a payout at the provider. */
interface ShownPayout {
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly createdAt: Date | null;
}

interface ExpectedContent {
  readonly payout: { readonly amount: DecimalString };
  /** As it was sent. */
  readonly recipient: { readonly requisites: string };
}

interface ExpectedPayout extends ExpectedContent {
  readonly attempt: { readonly claimedAt: Date };
}

// Two clocks that are never set together; more apart than this, the provider's times say nothing.
const CLOCK_SKEW_MS = 5 * 60_000;

// A request leaves within seconds of its claim and is answered or cut off within minutes.
const MAX_AGE_MS = 60 * 60_000;

/**
 * Whether a payout at the provider has the amount and the recipient of the Purser payout. An absent field proves
 * nothing.
 */
export function showsContentOf(shown: Omit<ShownPayout, 'createdAt'>, { payout, recipient }: ExpectedContent): boolean {
  if (shown.amount === null || compareDecimals(shown.amount, payout.amount) !== 0) return false;
  return shown.requisites === recipient.requisites;
}

/**
 * Whether a payout at the provider can be the one an attempt asked for: the same amount, the same recipient, and made
 * when the attempt was. Every one of them must be shown; what is left out proves nothing.
 */
export function isEvidenceFor(shown: ShownPayout, expected: ExpectedPayout): boolean {
  if (!showsContentOf(shown, expected) || shown.createdAt === null) return false;
  const age = shown.createdAt.getTime() - expected.attempt.claimedAt.getTime();
  return age >= -CLOCK_SKEW_MS && age <= MAX_AGE_MS;
}
