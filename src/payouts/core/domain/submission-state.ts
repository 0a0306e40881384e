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
    meaning: 'Recorded; a person must approve it before it is sent.',
    next: ['APPROVED', 'DECLINED', 'WITHDRAWN'],
    corrections: ['ACCEPTED'],
  },
  DECLINED: {
    kind: 'final',
    meaning: 'A person declined it; it was never sent.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  WITHDRAWN: {
    kind: 'final',
    meaning: 'It was withdrawn before it was sent.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  APPROVED: {
    kind: 'open',
    meaning: 'Approved. It is sent as soon as the gate, the circuit, the budget, the limits and the balance allow.',
    next: ['SUBMITTING', 'WITHDRAWN', 'AWAITING_APPROVAL'],
    corrections: ['ACCEPTED'],
  },
  SUBMITTING: {
    kind: 'open',
    meaning: 'An attempt is on its way. Its answer or its deadline ends this.',
    next: ['ACCEPTED', 'APPROVED', 'REJECTED', 'UNCONFIRMED'],
  },
  UNCONFIRMED: {
    kind: 'resting',
    meaning: 'It may or may not have reached the provider; only evidence or two people decide.',
    next: ['ACCEPTED', 'REJECTED', 'APPROVED', 'CLOSED'],
  },
  REJECTED: {
    kind: 'final',
    meaning: 'The provider definitely refused it; nothing was paid.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  CLOSED: {
    kind: 'final',
    meaning: 'Two people found that the provider does not have it, and closed it.',
    next: [],
    corrections: ['ACCEPTED'],
  },
  ACCEPTED: {
    kind: 'final',
    meaning: 'The provider has it; its own status follows.',
    next: [],
    corrections: ['UNCONFIRMED'],
  },
};

export const FIRST_SUBMISSION_STATE: SubmissionState = 'AWAITING_APPROVAL';
