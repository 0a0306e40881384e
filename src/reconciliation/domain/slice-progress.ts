import { delayBeforeNextTry } from '../../common/backoff.js';

/** What is left to do of a slice. */
export interface SliceWork {
  /** Not read back yet. */
  readonly unreadIds: readonly string[];
  /** Read back once against an end; each counts once it is read a second time. */
  readonly suspectedIds: readonly string[];
  /** In how many passes something could not be read. */
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
  /** How many were given up: the payment service could not be asked about them. */
  readonly errors: number;
  /** Null when nothing is left to do. */
  readonly nextTrySeconds: number | null;
}

// A second more than a suspicion must be old to be confirmed, by whichever clock.
const CONFIRM_AFTER_SECONDS = 11;

// A place in the request budget comes within seconds, an outage takes minutes. The last is given up after 20 minutes,
// for the next run begins soon.
const RETRY_SECONDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300];

/** Which payouts the next pass over a slice reads: the suspected ones when all others were. */
export function idsToRead({ unreadIds, suspectedIds }: SliceWork): readonly string[] {
  return unreadIds.length > 0 ? unreadIds : suspectedIds;
}

/** How a slice goes on after a pass. */
export function progressAfter(slice: SliceWork, pass: PassResult): SliceProgress {
  const isFirstPass = slice.unreadIds.length > 0;
  const unread = isFirstPass ? pass.unread : [];
  const suspected = isFirstPass ? [...slice.suspectedIds, ...pass.suspected] : [...pass.suspected, ...pass.unread];
  const checked = isFirstPass ? pass.read.length : 0;
  if (pass.unread.length > 0 && slice.tries >= RETRY_SECONDS.length) {
    // What was suspected and cannot be read again is left to the checks of every payout.
    const kept = isFirstPass ? suspected : [];
    const nextTrySeconds = kept.length > 0 ? CONFIRM_AFTER_SECONDS : null;
    return { unreadIds: [], suspectedIds: kept, tries: 0, checked, errors: pass.unread.length, nextTrySeconds };
  }
  const tries = slice.tries + (pass.unread.length > 0 ? 1 : 0);
  const rest = { unreadIds: unread, suspectedIds: suspected, tries, checked, errors: 0 };
  if (pass.unread.length > 0) return { ...rest, nextTrySeconds: delayBeforeNextTry(RETRY_SECONDS, slice.tries) };
  return { ...rest, nextTrySeconds: suspected.length > 0 ? CONFIRM_AFTER_SECONDS : null };
}
