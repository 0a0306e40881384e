import { classifyMove, reachableFrom } from '../../common/state-machine.js';
import { FIRST_H2H_STATUS, H2H_STATES, H2H_STATUSES, type H2hStatus, isFinalH2hStatus } from './h2h-status.js';

/** Repeats every move of the state table in another form, so that a change to the table must be made here, too. */
const STEPS: Readonly<Record<H2hStatus, string>> = {
  NOT_STARTED: 'UNCONFIRMED INITIALIZING PROCESSING SUCCESS CANCELED FAILED EXPIRED',
  UNCONFIRMED: 'INITIALIZING PROCESSING SUCCESS CANCELED FAILED EXPIRED',
  INITIALIZING: 'PROCESSING SUCCESS CANCELED FAILED EXPIRED',
  PROCESSING: 'SUCCESS CANCELED FAILED EXPIRED',
  SUCCESS: '',
  CANCELED: '',
  FAILED: '',
  EXPIRED: '',
};

const pairs = H2H_STATUSES.flatMap((from) => H2H_STATUSES.map((to) => [from, to] as const));

describe('card verification statuses', () => {
  it.each(pairs)('a move from %s to %s is allowed only if the table lists it', (from, to) => {
    const expected = from === to ? 'none' : STEPS[from].split(' ').includes(to) ? 'step' : 'refused';
    expect(classifyMove(H2H_STATES, from, to)).toBe(expected);
  });

  it('every status can be reached from the first one', () => {
    expect([...reachableFrom(H2H_STATES, FIRST_H2H_STATUS)].sort()).toEqual([...H2H_STATUSES].sort());
  });

  it('final statuses have no moves', () => {
    expect(H2H_STATUSES.filter(isFinalH2hStatus)).toEqual(['SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED']);
  });

  it.each(H2H_STATUSES)('the meaning of %s is one sentence', (status) => {
    expect(H2H_STATES[status].meaning).toMatch(/^[A-Z].{10,}\.$/);
  });
});
