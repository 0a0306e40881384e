import type { StateMachine } from '../../../common/state-machine.js';

/** How far Purser has got with sending a payout. The provider's status is stored separately. */
export type SubmissionState =
  | 'AWAITING_APPROVAL'
  | 'DECLINED'
  | 'WITHDRAWN'
  | 'APPROVED'
  | 'SUBMITTING'
  | 'UNCONFIRMED'
  | 'REJECTED'
  | 'CLOSED'
  | 'ACCEPTED';

/**
 * Who moves a payout: a caller or a person moves it up to APPROVED, the claim to SUBMITTING, the recorded answer or the
 * sweep from there, and evidence or two people out of UNCONFIRMED. Time alone never moves a payout from UNCONFIRMED
 * back to APPROVED, because a missing answer does not mean that it was not paid: that takes late proof that nothing was
 * sent, or two people. Evidence that the provider has an attempt moves the payout to ACCEPTED from any state, unless
 * another attempt is live. The claim moves a payout from APPROVED back to AWAITING_APPROVAL if an approval lapsed or
 * the policy now requires more.
 */
export const SUBMISSION_STATES: StateMachine<SubmissionState> = {
  AWAITING_APPROVAL: {
    kind: 'resting',
    meaning: 'The payout is recorded. A person must approve it before it is sent.',
    next: ['APPROVED', 'DECLINED', 'WITHDRAWN'],
    corrections: ['ACCEPTED'],
  },
  DECLINED: {
    kind: 'final',
    meaning: 'A person declined the payout; it was never sent.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  WITHDRAWN: {
    kind: 'final',
    meaning: 'The payout was withdrawn before it was sent.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  APPROVED: {
    kind: 'open',
    meaning:
      'The payout is approved. It is sent as soon as the gate, the circuit breaker, the request budget, the limits and the balance allow.',
    next: ['SUBMITTING', 'WITHDRAWN', 'AWAITING_APPROVAL'],
    corrections: ['ACCEPTED'],
  },
  SUBMITTING: {
    kind: 'open',
    meaning: 'An attempt to send the payout is in progress, until the provider answers or the deadline passes.',
    next: ['ACCEPTED', 'APPROVED', 'REJECTED', 'UNCONFIRMED'],
  },
  UNCONFIRMED: {
    kind: 'resting',
    meaning: 'The payout may or may not have reached the provider. Only evidence or two people can decide which.',
    next: ['ACCEPTED', 'REJECTED', 'APPROVED', 'CLOSED'],
  },
  REJECTED: {
    kind: 'final',
    meaning: 'The provider definitely refused the payout; nothing was paid.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  CLOSED: {
    kind: 'final',
    meaning: 'Two people found that the provider does not have the payout, and closed it.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  ACCEPTED: {
    kind: 'final',
    meaning: "The provider has the payout; readers see the provider's status.",
    next: [],
    corrections: ['UNCONFIRMED'],
  },
};

export const FIRST_SUBMISSION_STATE: SubmissionState = 'AWAITING_APPROVAL';
