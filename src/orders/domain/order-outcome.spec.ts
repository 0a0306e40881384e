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
  ])('the refusal code is $code for an order that is $status', ({ status, facts, code }) => {
    expect(outcomeRefusal({ ...facts, status })).toMatchObject({ code, field: null });
  });

  it('an order that the provider has is not refused', () => {
    const refused = ORDER_STATUSES.filter((status) => outcomeRefusal({ ...SENT, status, providerOrderId: '1' }));
    expect(refused).toEqual([]);
  });

  it('the refusal of an abandoned order without a stored problem asks for another idempotency key', () => {
    expect(outcomeRefusal({ ...SENT, status: 'ABANDONED' })?.message).toContain('with another idempotency key');
  });
});
