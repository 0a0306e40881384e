import { classifyMove, reachableFrom, type StateMachine } from '../../../common/state-machine.js';
import { ATTEMPT_STATES } from './attempt-state.js';
import { classifyProviderMove } from './payout-status.js';
import { FIRST_SUBMISSION_STATE, SUBMISSION_STATES } from './submission-state.js';

describe.each<[string, StateMachine<string>, string]>([
  ['the submission of a payout', SUBMISSION_STATES, FIRST_SUBMISSION_STATE],
  ['an attempt', ATTEMPT_STATES, 'CLAIMED'],
])('%s', (_, machine, start) => {
  it('every state can be reached from the first one', () => {
    expect([...reachableFrom(machine, start)].sort()).toEqual(Object.keys(machine).sort());
  });

  it('only a correction leaves a final state', () => {
    const finals = Object.values(machine).filter(({ kind }) => kind === 'final');
    expect(finals.length).toBeGreaterThan(0);
    for (const { next } of finals) expect(next).toEqual([]);
  });
});

describe('the submission of a payout', () => {
  it('a missing answer never leads to another send', () => {
    // Only late proof that nothing was sent, or two people, lead back; see AttemptOutcomesService.
    expect(classifyMove(SUBMISSION_STATES, 'UNCONFIRMED', 'SUBMITTING')).toBe('refused');
    expect(classifyMove(SUBMISSION_STATES, 'REJECTED', 'APPROVED')).toBe('refused');
    expect(classifyMove(SUBMISSION_STATES, 'ACCEPTED', 'APPROVED')).toBe('refused');
  });
});

describe('read-backs', () => {
  it.each([
    { state: null, read: 'CREATED', isSeenAgain: false, move: 'step' },
    { state: 'CREATED', read: 'CREATED', isSeenAgain: false, move: 'none' },
    { state: 'CREATED', read: 'COMPLETED', isSeenAgain: false, move: 'step' },
    { state: 'PROCESSING', read: 'CREATED', isSeenAgain: false, move: 'stale' },
    { state: 'PROCESSING', read: 'CREATED', isSeenAgain: true, move: 'regression' },
    { state: 'PROCESSING', read: 'UNRECOGNIZED', isSeenAgain: false, move: 'step' },
    { state: 'COMPLETED', read: 'FAILED', isSeenAgain: false, move: 'suspicion' },
    { state: 'COMPLETED', read: 'FAILED', isSeenAgain: true, move: 'correction' },
    { state: 'COMPLETED', read: 'COMPLETED', isSeenAgain: false, move: 'none' },
    { state: 'COMPLETED', read: 'PROCESSING', isSeenAgain: false, move: 'suspicion' },
  ] as const)('when $state is stored, reading $read (seen again: $isSeenAgain) is a $move', ({ move, ...known }) => {
    expect(classifyProviderMove(known)).toBe(move);
  });
});
