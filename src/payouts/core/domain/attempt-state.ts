import type { StateMachine } from '../../../common/state-machine.js';

export type AttemptState = 'CLAIMED' | 'NOT_SENT' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN' | 'CLOSED';

/** States in which an attempt was or may have been paid. A payout has at most one such attempt. */
export const LIVE_ATTEMPT_STATES: readonly AttemptState[] = ['CLAIMED', 'UNKNOWN', 'ACCEPTED'];

/** A late answer overrides the sweep: UNKNOWN says what Purser knows, not what happened. */
export const ATTEMPT_STATES: StateMachine<AttemptState> = {
  CLAIMED: {
    kind: 'open',
    meaning: 'The attempt was committed to the database before the call, and Purser is waiting for the answer.',
    next: ['NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN'],
  },
  NOT_SENT: {
    kind: 'final',
    meaning:
      'The provider certainly did not process the attempt: either nothing was sent, or the provider rejected the call without examining the payout.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  REJECTED: {
    kind: 'final',
    meaning: 'The provider definitely refused the payout.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  ACCEPTED: {
    kind: 'final',
    meaning: 'The attempt is bound to a payout at the provider.',
    next: [],
    corrections: ['UNKNOWN'],
  },
  UNKNOWN: {
    kind: 'resting',
    meaning: 'It is unknown whether the provider processed the attempt.',
    next: ['ACCEPTED', 'REJECTED', 'NOT_SENT', 'CLOSED'],
  },
  CLOSED: {
    kind: 'final',
    meaning: 'Two people closed the attempt as not processed.',
    next: [],
    corrections: ['ACCEPTED'],
  },
};
