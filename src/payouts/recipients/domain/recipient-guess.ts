import { maskIdentifier } from '../../../common/text/identifier-mask.js';

// A guesser tries values that fit a mask. Few of a merchant's recipients have the same mask, so even thousands of
// payouts are not slowed down. At this rate, guessing the six hidden digits of a card number takes days.
const NUMBERS_PER_MINUTE = 30;

// The mask of an e-mail address shows two letters, which hundreds of recipients may share. Unlike digits, the hidden
// part cannot be enumerated.
const ADDRESSES_PER_MINUTE = 300;

export interface NamedRecipient {
  readonly actorId: string;
  readonly requisites: string;
}

/** The name of the counter for guesses at one mask, and the limit per minute. */
export interface GuessLimit {
  readonly name: string;
  readonly perMinute: number;
}

export function guessLimitOf({ actorId, requisites }: NamedRecipient): GuessLimit {
  const perMinute = requisites.includes('@') ? ADDRESSES_PER_MINUTE : NUMBERS_PER_MINUTE;
  return { name: `guess ${actorId} ${maskIdentifier(requisites)}`, perMinute };
}
