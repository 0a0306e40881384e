import { delayBeforeNextTry } from '../../../common/backoff.js';

export interface RunRead {
  /**
   * `suspected` means that the provider contradicts the final status. This counts only if a second read confirms it.
   */
  readonly kind: 'read' | 'suspected' | 'unread';
  /** Whether an earlier read contradicted the final status already. */
  readonly wasSuspected: boolean;
}

/** The number of failed tries, and the seconds until the next one. */
export interface NextRead {
  readonly tries: number;
  readonly seconds: number;
}

// A contradiction must last for ten seconds to be confirmed. One more second allows for clock differences.
const CONFIRM_AFTER_SECONDS = 11;

// A slot in the request budget becomes free within seconds, but an outage lasts for minutes. After 20 minutes the run
// gives up on the remaining payouts, because the next run cannot start before this one ends. Polling continues.
const RETRY_SECONDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300];

/**
 * Returns when to read a payout again that could not be read or must be confirmed; null after the last try. Failed
 * reads before a suspicion do not reduce the tries for confirming it. A payout that answers differently each time stays
 * suspected.
 */
export function nextReadAfter({ kind, wasSuspected }: RunRead, tries: number): NextRead | null {
  if (kind === 'suspected' && !wasSuspected) return { tries: 0, seconds: CONFIRM_AFTER_SECONDS };
  if (tries >= RETRY_SECONDS.length) return null;
  const seconds = delayBeforeNextTry(RETRY_SECONDS, tries);
  return { tries: tries + 1, seconds: wasSuspected ? Math.max(CONFIRM_AFTER_SECONDS, seconds) : seconds };
}
