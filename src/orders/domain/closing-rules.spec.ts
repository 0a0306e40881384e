import { ORDER_STATUSES } from './order-status.js';
import { closingRefusal } from './closing-rules.js';

const NOW = new Date('2026-07-01T12:00:00.000Z');
const MINUTES = 15;

const order = (status: (typeof ORDER_STATUSES)[number], createdAt: string) => ({
  id: 'o-1',
  status,
  createdAt: new Date(createdAt),
});

describe('closing an order as unpaid', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));

  afterEach(() => jest.useRealTimers());

  it('only unconfirmed orders can be closed as unpaid', () => {
    const old = '2026-07-01T00:00:00.000Z';
    const closable = ORDER_STATUSES.filter((status) => closingRefusal(order(status, old), MINUTES) === null);
    expect(closable).toEqual(['UNCONFIRMED']);
    expect(closingRefusal(order('PAID', old), MINUTES)).toMatchObject({
      code: 'NOT_UNCONFIRMED',
      message: expect.stringContaining('o-1 is paid') as string,
    });
  });

  it('an order can only be closed after the cool-off', () => {
    expect(closingRefusal(order('UNCONFIRMED', '2026-07-01T11:45:00.001Z'), MINUTES)?.code).toBe('TOO_EARLY');
    expect(closingRefusal(order('UNCONFIRMED', '2026-07-01T11:45:00.000Z'), MINUTES)).toBeNull();
  });
});
