import { classifyMove, reachableFrom, type StateMachine } from '../../common/state-machine.js';
import { ATTEMPT_STATES } from './attempt-state.js';
import { judgeProviderMove } from './payout-status.js';
import { FIRST_SUBMISSION_STATE, SUBMISSION_STATES } from './submission-state.js';

describe.each<[string, StateMachine<string>, string]>([
  ['the submission of a payout', SUBMISSION_STATES, FIRST_SUBMISSION_STATE],
  ['an attempt', ATTEMPT_STATES, 'CLAIMED'],
])('%s', (_, machine, start) => {
  it('can reach every state', () => {
    expect([...reachableFrom(machine, start)].sort()).toEqual(Object.keys(machine).sort());
  });

  it('leaves a final state only by a correction', () => {
    const finals = Object.values(machine).filter(({ kind }) => kind === 'final');
    expect(finals.length).toBeGreaterThan(0);
    for (const { next } of finals) expect(next).toEqual([]);
  });
});

describe('the submission of a payout', () => {
  it('is never sent again because nobody answered', () => {
    // The one way back is a late proof that nothing was sent, or two people; see PayoutSettlementService.
    expect(classifyMove(SUBMISSION_STATES, 'UNCONFIRMED', 'SUBMITTING')).toBe('refused');
    expect(classifyMove(SUBMISSION_STATES, 'REJECTED', 'APPROVED')).toBe('refused');
    expect(classifyMove(SUBMISSION_STATES, 'ACCEPTED', 'APPROVED')).toBe('refused');
  });
});

describe('a read-back', () => {
  it.each([
    { state: null, suspected: null, read: 'CREATED', move: 'step' },
    { state: 'CREATED', suspected: null, read: 'CREATED', move: 'none' },
    { state: 'CREATED', suspected: null, read: 'COMPLETED', move: 'step' },
    { state: 'PROCESSING', suspected: null, read: 'CREATED', move: 'stale' },
    { state: 'PROCESSING', suspected: null, read: 'UNRECOGNIZED', move: 'step' },
    { state: 'COMPLETED', suspected: null, read: 'FAILED', move: 'suspicion' },
    { state: 'COMPLETED', suspected: 'FAILED', read: 'FAILED', move: 'correction' },
    { state: 'COMPLETED', suspected: 'FAILED', read: 'CANCELED', move: 'suspicion' },
    { state: 'COMPLETED', suspected: 'FAILED', read: 'COMPLETED', move: 'none' },
    { state: 'COMPLETED', suspected: null, read: 'PROCESSING', move: 'suspicion' },
  ] as const)('of $read after $state, with $suspected suspected, is a $move', ({ move, ...known }) => {
    expect(judgeProviderMove(known)).toBe(move);
  });
});
