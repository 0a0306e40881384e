import type { StateMachine } from '../../../common/state-machine.js';

/** How far we are with sending a payout. The provider's state of it is a status of its own. */
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
 * Who moves a payout: a caller or a person up to APPROVED, the claim to SUBMITTING, the recorded answer or the sweep
 * from there, evidence or two people out of UNCONFIRMED. Time alone never leads from UNCONFIRMED back to APPROVED, for
 * silence of the provider is not "not paid": only late proof that nothing was sent does, or two people. Evidence
 * that an attempt is at the provider after all leads to ACCEPTED from anywhere, unless another attempt is alive.
 * The claim leads back from APPROVED to AWAITING_APPROVAL when an approval has lapsed or the policy asks for more.
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
    meaning: 'The payout is sent as soon as the gate, the circuit, the budget, the limits and the balance allow.',
    next: ['SUBMITTING', 'WITHDRAWN', 'AWAITING_APPROVAL'],
    corrections: ['ACCEPTED'],
  },
  SUBMITTING: {
    kind: 'open',
    meaning: 'One attempt is on its way; its answer or its deadline moves it on.',
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
    meaning: 'Two people closed it as not at the provider.',
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
