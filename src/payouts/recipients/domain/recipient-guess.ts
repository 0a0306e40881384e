import { maskIdentifier } from '../../../common/text/identifier-mask.js';

// A guesser tries values that fit the mask, and few recipients of a merchant share a mask, so a run of thousands of
// payouts is never slowed. The six hidden digits of a card number take days at this rate.
const NUMBERS_PER_MINUTE = 30;

// The mask of an e-mail address shows two letters, which hundreds of recipients share. The hidden part cannot be
// enumerated like digits.
const ADDRESSES_PER_MINUTE = 300;

export interface NamedRecipient {
  readonly actorId: string;
  readonly requisites: string;
}

/** The counter for guesses at one mask, and its limit per minute. */
export interface GuessLimit {
  readonly name: string;
  readonly perMinute: number;
}

export function guessLimitOf({ actorId, requisites }: NamedRecipient): GuessLimit {
  const perMinute = requisites.includes('@') ? ADDRESSES_PER_MINUTE : NUMBERS_PER_MINUTE;
  return { name: `guess ${actorId} ${maskIdentifier(requisites)}`, perMinute };
}
