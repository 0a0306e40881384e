import { outcomeRefusal } from './order-outcome.js';
import { ORDER_STATUSES } from './order-status.js';

const UNSENT = { providerOrderId: null, problem: null, isUnsent: true };
const SENT = { providerOrderId: null, problem: null, isUnsent: false };

describe('refusals by outcome', () => {
  it.each([
    { status: 'DECLINED' as const, facts: SENT, code: 'PROVIDER_REFUSED' },
    { status: 'ABANDONED' as const, facts: SENT, code: 'PROVIDER_OUTCOME_UNKNOWN' },
    { status: 'ABANDONED' as const, facts: UNSENT, code: 'PROVIDER_NOT_REACHED' },
    { status: 'UNCONFIRMED' as const, facts: SENT, code: 'PROVIDER_OUTCOME_UNKNOWN' },
  ])('$code refuses an order that is $status', ({ status, facts, code }) => {
    expect(outcomeRefusal({ ...facts, status })).toMatchObject({ code, field: null });
  });

  it('an order at the provider has no refusals', () => {
    const refused = ORDER_STATUSES.filter((status) => outcomeRefusal({ ...SENT, status, providerOrderId: '1' }));
    expect(refused).toEqual([]);
  });

  it('ask for another idempotency key for an abandoned order without a stored problem', () => {
    expect(outcomeRefusal({ ...SENT, status: 'ABANDONED' })?.message).toContain('with another idempotency key');
  });
});
