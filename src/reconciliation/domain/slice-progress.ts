import { delayBeforeNextTry } from '../../common/backoff.js';

/** What is left to do of a slice. */
export interface SliceWork {
  /** Not read back yet. */
  readonly unreadIds: readonly string[];
  /** Read back once against an end; each counts once it is read a second time. */
  readonly suspectedIds: readonly string[];
  /** In how many passes, of those over what is read now, something was left. */
  readonly tries: number;
}

/** What a pass over a slice brought. */
export interface PassResult {
  readonly read: readonly string[];
  readonly suspected: readonly string[];
  readonly unread: readonly string[];
}

export interface SliceProgress extends SliceWork {
  /** How many more were read back for the first time. */
  readonly checked: number;
  /** How many were given up: they could not be read, or what contradicts their end could not be confirmed. */
  readonly errors: number;
  /** Null when nothing is left to do. */
  readonly nextTrySeconds: number | null;
}

// A second more than a suspicion must be old to be confirmed, by whichever clock.
const CONFIRM_AFTER_SECONDS = 11;

// A slot in the request budget comes within seconds, an outage takes minutes. What is left is given up after 20
// minutes, for the next run begins soon, and none does while this one is on.
const RETRY_SECONDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300];

/** Which payouts the next pass over a slice reads: the suspected ones when all others were. */
export function idsToRead({ unreadIds, suspectedIds }: SliceWork): readonly string[] {
  return unreadIds.length > 0 ? unreadIds : suspectedIds;
}

/** How a slice goes on after a pass. */
export function progressAfter(slice: SliceWork, pass: PassResult): SliceProgress {
  return slice.unreadIds.length > 0 ? afterReading(slice, pass) : afterConfirming(slice, pass);
}

function afterReading(slice: SliceWork, pass: PassResult): SliceProgress {
  const suspectedIds = [...slice.suspectedIds, ...pass.suspected];
  const checked = pass.read.length;
  if (pass.unread.length > 0 && slice.tries < RETRY_SECONDS.length) {
    const nextTrySeconds = delayBeforeNextTry(RETRY_SECONDS, slice.tries);
    return { unreadIds: pass.unread, suspectedIds, tries: slice.tries + 1, checked, errors: 0, nextTrySeconds };
  }
  const nextTrySeconds = suspectedIds.length > 0 ? CONFIRM_AFTER_SECONDS : null;
  return { unreadIds: [], suspectedIds, tries: 0, checked, errors: pass.unread.length, nextTrySeconds };
}

/**
 * A payout that says something else with each read is suspected for ever: it is given up like one that cannot be read.
 */
function afterConfirming(slice: SliceWork, pass: PassResult): SliceProgress {
  const left = [...pass.suspected, ...pass.unread];
  const rest = { unreadIds: [], checked: 0 };
  if (left.length === 0) return { ...rest, suspectedIds: [], tries: 0, errors: 0, nextTrySeconds: null };
  if (slice.tries < RETRY_SECONDS.length) {
    const nextTrySeconds = Math.max(CONFIRM_AFTER_SECONDS, delayBeforeNextTry(RETRY_SECONDS, slice.tries));
    return { ...rest, suspectedIds: left, tries: slice.tries + 1, errors: 0, nextTrySeconds };
  }
  // Left to the checks of every payout, which ask about what is suspected by themselves.
  return { ...rest, suspectedIds: [], tries: 0, errors: left.length, nextTrySeconds: null };
}
