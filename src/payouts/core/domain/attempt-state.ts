import type { StateMachine } from '../../../common/state-machine.js';

/** The facts known of one call to the provider. */
export type AttemptState = 'CLAIMED' | 'NOT_SENT' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN' | 'CLOSED';

/** The states of an attempt that was paid or may be; a payout has one such attempt at most. */
export const LIVE_ATTEMPT_STATES: readonly AttemptState[] = ['CLAIMED', 'UNKNOWN', 'ACCEPTED'];

/** A real answer that arrives late still wins over the sweep: UNKNOWN is what we know, not what happened. */
export const ATTEMPT_STATES: StateMachine<AttemptState> = {
  CLAIMED: {
    kind: 'open',
    meaning: 'Committed before anything is sent; its answer is awaited.',
    next: ['NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN'],
  },
  NOT_SENT: {
    kind: 'final',
    meaning: 'Provably nothing was processed: nothing was written, or the provider looked at none of it.',
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
