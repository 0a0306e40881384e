import fc from 'fast-check';
import { parseUuid } from '../../common/ids.js';
import { compareDecimals } from '../../common/decimal.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderOrder } from '../port/orders.port.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { newOrder, PROVIDER_ORDER_ID, wireOrderObject } from '../testing/provider-under-test.fixture.js';
import { readCreatedOrder, readOrderReadBack } from './order.mapper.js';

const profile = ProviderProfile.withOverrides({});
const fields = Object.keys(wireOrderObject());

const hostileText = fc.constantFrom(
  '<script>alert(1)</script>',
  "'; DROP TABLE orders; --",
  '../../v1/payouts',
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  '2099-12-31T23:59:59Z',
  '-10.50',
  'NaN',
  '1e1000',
  '٣٤',
);

const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText, fc.string(), fc.date().map(String));

type Mutation = (order: Record<string, unknown>) => void;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom(...fields).map((field): Mutation => (order) => {
    Reflect.deleteProperty(order, field);
  }),
  fc.tuple(fc.constantFrom(...fields), fc.string()).map(([field, name]): Mutation => (order) => {
    order[name] = order[field];
    Reflect.deleteProperty(order, field);
  }),
  fc.tuple(fc.constantFrom(...fields), anything).map(([field, value]): Mutation => (order) => {
    order[field] = value;
  }),
);

const mutated = fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) => {
  const order = wireOrderObject();
  for (const mutate of mutations) mutate(order);
  return order;
});

// Checks what the database and the payer's browser rely on, whatever the provider answered.
function expectSound(reading: Reading<ProviderOrder>): void {
  if (!reading.ok) {
    expect(['malformed', 'echo_mismatch']).toContain(reading.reason);
    return;
  }
  const order = reading.value;
  expect(parseUuid(order.providerOrderId)).toBe(order.providerOrderId);
  expect(order.providerStatus).toMatch(/^[^\p{Cc}\p{Cs}]{1,100}$/u);
  if (order.paymentLink !== null) expect(new URL(order.paymentLink).protocol).toMatch(/^https?:$/);
  for (const instant of [order.paidAt, order.updatedAt]) expect(Number.isNaN(instant?.getTime())).toBe(false);
}

describe('order answers from a hostile provider', () => {
  it('reading the answer to a creation never throws, and binds only what we requested', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, anything), (json) => {
        const reading = readCreatedOrder(profile, newOrder, json);
        expectSound(reading);
        if (!reading.ok) return;
        expect(compareDecimals(reading.value.amount!, newOrder.amount)).toBe(0);
        expect([newOrder.externalId, null]).toContain(reading.value.externalId);
        expect(reading.value.paymentLink).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it("reading a read-back never throws, and another order's answer is never accepted", () => {
    fc.assert(
      fc.property(fc.oneof(mutated, anything), (json) => {
        const reading = readOrderReadBack(profile, PROVIDER_ORDER_ID, json);
        expectSound(reading);
        if (reading.ok) expect(reading.value.providerOrderId).toBe(PROVIDER_ORDER_ID);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['id', 'status', 'amount', 'paymentLink'])('no order is bound without the field %s', (field) => {
    expect(readCreatedOrder(profile, newOrder, wireOrderObject({ [field]: undefined }))).toEqual({
      ok: false,
      reason: 'malformed',
      detail: `${field} is missing`,
    });
  });
});
