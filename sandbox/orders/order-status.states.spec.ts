import { isFinal, mayMove, orderStatuses, orderTransitions } from './order-status.states.js';

describe('order states', () => {
  it.each(orderStatuses.filter((status) => status !== 'CREATED'))('reaches %s from CREATED', (status) => {
    expect(mayMove({ from: 'CREATED', to: status })).toBe(true);
  });

  it.each(['PAID', 'DECLINED', 'CANCELED', 'EXPIRED'] as const)('never leaves %s', (status) => {
    expect(isFinal(status)).toBe(true);
    expect(orderStatuses.filter((to) => mayMove({ from: status, to }))).toEqual([]);
  });

  it.each(['CREATED', 'PENDING'] as const)(
    'an order can leave %s and never returns to it or to an earlier status',
    (status) => {
      expect(isFinal(status)).toBe(false);
      expect(orderTransitions[status]).not.toContain(status);
      expect(orderTransitions[status]).not.toContain('CREATED');
    },
  );
});
