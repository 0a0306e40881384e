import type { StateMachine } from '../../common/state-machine.js';

export const H2H_STATUSES = [
  'NOT_STARTED',
  'UNCONFIRMED',
  'INITIALIZING',
  'PROCESSING',
  'SUCCESS',
  'CANCELED',
  'FAILED',
  'EXPIRED',
] as const;

export type H2hStatus = (typeof H2H_STATUSES)[number];

const AT_PROVIDER = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'] as const;

/**
 * A verification is moved by the answer to the card, by a poll or by the time limit. Every move goes through
 * `SessionTransitions`, so a late answer cannot move a verification back.
 */
export const H2H_STATES: StateMachine<H2hStatus> = {
  NOT_STARTED: {
    kind: 'resting',
    meaning:
      'As far as Purser knows, the bank has no card for this order. A card can be sent unless another one is being sent.',
    next: ['UNCONFIRMED', ...AT_PROVIDER],
  },
  UNCONFIRMED: {
    kind: 'open',
    meaning:
      'A card was sent, but the provider gave no usable answer. Purser polls to find out whether the bank has the card.',
    next: [...AT_PROVIDER],
  },
  INITIALIZING: {
    kind: 'open',
    meaning: 'The provider has received the card.',
    next: ['PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'],
  },
  PROCESSING: {
    kind: 'open',
    meaning: 'The bank is verifying the card and may ask the payer for a code.',
    next: ['SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'],
  },
  SUCCESS: {
    kind: 'final',
    meaning: "The card was verified. The order's status says whether the card was charged.",
    next: [],
  },
  CANCELED: { kind: 'final', meaning: 'The verification was canceled.', next: [] },
  FAILED: { kind: 'final', meaning: 'The verification failed.', next: [] },
  EXPIRED: { kind: 'final', meaning: 'The verification took too long.', next: [] },
};

export const FIRST_H2H_STATUS: H2hStatus = 'NOT_STARTED';

export function isFinalH2hStatus(status: H2hStatus): boolean {
  return H2H_STATES[status].kind === 'final';
}
