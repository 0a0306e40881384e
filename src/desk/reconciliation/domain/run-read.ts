import { delayBeforeNextTry } from '../../../common/backoff.js';

export interface RunRead {
  /** `suspected`: it contradicts an end, and counts once a second read confirms it. */
  readonly kind: 'read' | 'suspected' | 'unread';
  /** Whether an earlier read already contradicted the end. */
  readonly wasSuspected: boolean;
}

/** Number of failed tries, and seconds until the next one. */
export interface NextRead {
  readonly tries: number;
  readonly seconds: number;
}

// A second longer than a suspicion must last to be confirmed, to allow for clock differences.
const CONFIRM_AFTER_SECONDS = 11;

// A slot in the request budget is free within seconds, an outage takes minutes. After 20 minutes Purser gives up the
// rest, because the next run cannot start before this one ends. Polling continues.
const RETRY_SECONDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300];

/**
 * When to read a payout again that could not be read or must be confirmed; null after the last try. Failed reads before
 * do not reduce the tries for confirming. A payout that answers differently each time stays suspected.
 */
export function nextReadAfter({ kind, wasSuspected }: RunRead, tries: number): NextRead | null {
  if (kind === 'suspected' && !wasSuspected) return { tries: 0, seconds: CONFIRM_AFTER_SECONDS };
  if (tries >= RETRY_SECONDS.length) return null;
  const seconds = delayBeforeNextTry(RETRY_SECONDS, tries);
  return { tries: tries + 1, seconds: wasSuspected ? Math.max(CONFIRM_AFTER_SECONDS, seconds) : seconds };
}
