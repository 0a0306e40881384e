import { isOver, isReturned, mayMove, payoutStatuses, payoutTransitions } from './payout-status.states.js';

const targetsOf = (from: (typeof payoutStatuses)[number]) => payoutStatuses.filter((to) => mayMove({ from, to }));

describe('payout states', () => {
  it.each(payoutStatuses.filter((status) => status !== 'CREATED'))('reaches %s from CREATED', (status) => {
    expect(mayMove({ from: 'CREATED', to: status })).toBe(true);
  });

  it.each(['FAILED', 'CANCELED', 'EXPIRED'] as const)('never leaves %s and returns its money', (status) => {
    expect(targetsOf(status)).toEqual([]);
    expect({ over: isOver(status), returned: isReturned(status) }).toEqual({ over: true, returned: true });
  });

  it('leaves COMPLETED only by a correction, which returns the money', () => {
    expect(isOver('COMPLETED')).toBe(true);
    expect(isReturned('COMPLETED')).toBe(false);
    expect(targetsOf('COMPLETED').every(isReturned)).toBe(true);
  });

  it.each(['CREATED', 'PROCESSING', 'PENDING'] as const)('a payout can leave %s and never returns to it', (status) => {
    expect(isOver(status)).toBe(false);
    expect(payoutTransitions[status]).not.toContain(status);
    expect(payoutTransitions[status]).not.toContain('CREATED');
  });

  it.each([
    { from: 'PROCESSING', to: 'PENDING' },
    { from: 'PENDING', to: 'PROCESSING' },
  ] as const)('allows no move from $from to $to: they are two words for one status', (move) => {
    expect(mayMove(move)).toBe(false);
  });
});
