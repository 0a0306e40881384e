import type { StateMachine } from '../../../common/state-machine.js';

export type AttemptState = 'CLAIMED' | 'NOT_SENT' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN' | 'CLOSED';

/** States in which an attempt was or may have been paid. A payout has at most one such attempt. */
export const LIVE_ATTEMPT_STATES: readonly AttemptState[] = ['CLAIMED', 'UNKNOWN', 'ACCEPTED'];

/** A late answer overrides the sweep: UNKNOWN says what Purser knows, not what happened. */
export const ATTEMPT_STATES: StateMachine<AttemptState> = {
  CLAIMED: {
    kind: 'open',
    meaning: 'Committed before it is sent; Purser waits for the answer.',
    next: ['NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN'],
  },
  NOT_SENT: {
    kind: 'final',
    meaning: 'Provably not processed: nothing was sent, or the provider did not examine it.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  REJECTED: { kind: 'final', meaning: 'Definitely refused.', next: [], corrections: ['ACCEPTED'] },
  ACCEPTED: {
    kind: 'final',
    meaning: 'Bound to a payout at the provider.',
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
    meaning: 'Two people closed it as not processed.',
    next: [],
    corrections: ['ACCEPTED'],
  },
};
