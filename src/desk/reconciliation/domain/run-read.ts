import { delayBeforeNextTry } from '../../../common/backoff.js';

/** A run's finding about one of its payouts. */
export interface RunRead {
  /** `suspected`: it contradicts an end, which counts once it is read a second time. */
  readonly kind: 'read' | 'suspected' | 'unread';
  /** Whether something contradicted its end before. */
  readonly wasSuspected: boolean;
}

/** How often it was tried in vain by then, and in how many seconds it is read again. */
export interface NextRead {
  readonly tries: number;
  readonly seconds: number;
}

// A second more than a suspicion must be old to be confirmed, by whichever clock.
const CONFIRM_AFTER_SECONDS = 11;

// A slot in the request budget comes within seconds, an outage takes minutes. Purser stops trying the rest after 20
// minutes, for the next run begins soon, and none does while this one is on. The polls of every payout go on.
const RETRY_SECONDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300];

/**
 * When a payout is read again that was not read, or is to be confirmed; null when no further try follows. It is
 * confirmed as often as it is read, whatever could not be read before; one that says something else each time is
 * suspected for ever.
 */
export function nextReadAfter({ kind, wasSuspected }: RunRead, tries: number): NextRead | null {
  if (kind === 'suspected' && !wasSuspected) return { tries: 0, seconds: CONFIRM_AFTER_SECONDS };
  if (tries >= RETRY_SECONDS.length) return null;
  const seconds = delayBeforeNextTry(RETRY_SECONDS, tries);
  return { tries: tries + 1, seconds: wasSuspected ? Math.max(CONFIRM_AFTER_SECONDS, seconds) : seconds };
}
