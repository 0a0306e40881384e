import type { StateMachine } from '../../../common/state-machine.js';

/** The facts known of one call to the payment service. */
export type AttemptState = 'CLAIMED' | 'NOT_SENT' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN' | 'CLOSED';

/** A real answer that arrives late still wins over the sweep: UNKNOWN is what we know, not what happened. */
export const ATTEMPT_STATES: StateMachine<AttemptState> = {
  CLAIMED: {
    kind: 'open',
    meaning: 'Committed before anything is sent; its answer is awaited.',
    next: ['NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN'],
  },
  NOT_SENT: {
    kind: 'final',
    meaning: 'Provably nothing was written to the payment service.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  REJECTED: { kind: 'final', meaning: 'Definitely refused.', next: [], corrections: ['ACCEPTED'] },
  ACCEPTED: {
    kind: 'final',
    meaning: 'Bound to a payout at the payment service.',
    next: [],
    corrections: ['UNKNOWN'],
  },
  UNKNOWN: {
    kind: 'resting',
    meaning: 'Nobody can say whether the payment service processed it.',
    next: ['ACCEPTED', 'REJECTED', 'NOT_SENT', 'CLOSED'],
  },
  CLOSED: {
    kind: 'final',
    meaning: 'Two people closed it as not processed.',
    next: [],
    corrections: ['ACCEPTED'],
  },
};
