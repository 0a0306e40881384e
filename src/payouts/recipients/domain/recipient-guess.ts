import { maskRequisites } from '../../destinations/requisites-mask.js';

// Whoever guesses a recipient tries values with the mask that is shown, which few recipients of a merchant share: a run
// of thousands of payouts is in nobody's way. The six hidden digits of a card number take days at this rate.
const NUMBERS_PER_MINUTE = 30;

// The mask of an e-mail address shows two letters, which hundreds of recipients share. What it hides cannot be counted
// through like digits.
const ADDRESSES_PER_MINUTE = 300;

/** A recipient that a caller named for a payout. */
export interface NamedRecipient {
  readonly actorId: string;
  readonly requisites: string;
}

/** What guesses at one mask are counted by, and how many of them a caller may make in a minute. */
export interface GuessLimit {
  readonly name: string;
  readonly perMinute: number;
}

export function guessLimitOf({ actorId, requisites }: NamedRecipient): GuessLimit {
  const perMinute = requisites.includes('@') ? ADDRESSES_PER_MINUTE : NUMBERS_PER_MINUTE;
  return { name: `guess ${actorId} ${maskRequisites(requisites)}`, perMinute };
}
