import fc from 'fast-check';
import { compareDecimals } from '../../common/decimal.js';
import { parseUuid } from '../../common/ids.js';
import type { Reading } from '../client/answer-reading.js';
import type { ProviderPayout } from '../port/payouts.port.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { newPayout, PROVIDER_PAYOUT_ID, wirePayoutObject } from '../testing/payout.fixture.js';
import { readBanks, readPayoutServices } from './payout-lists.mapper.js';
import { readCreatedPayout, readPayoutReadBack } from './payout.mapper.js';

const profile = ProviderProfile.withOverrides({});
const accountFields = ['name', 'requisites', 'userId'];
const fields = [...Object.keys(wirePayoutObject()), ...accountFields.map((name) => `account.${name}`)];

const hostileText = fc.constantFrom(
  '<script>alert(1)</script>',
  "'; DROP TABLE payouts; --",
  '../../v1/payouts',
  'x'.repeat(100_000),
  '4111111111111111',
  '\u0000',
  '\ud800',
  '2099-12-31T23:59:59Z',
  '-1250.50',
  'NaN',
  '1e1000',
  '٣٤',
);

const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText, fc.string(), fc.date().map(String));

type WireObject = Record<string, unknown>;

/** Returns the object that contains the field, and the field's name within it. */
function locate(payout: WireObject, field: string): [WireObject, string] {
  if (!field.startsWith('account.')) return [payout, field];
  const account = payout['account'];
  return [
    typeof account === 'object' && account !== null ? (account as WireObject) : {},
    field.slice('account.'.length),
  ];
}

type Mutation = (payout: WireObject) => void;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom(...fields).map((field): Mutation => (payout) => {
    Reflect.deleteProperty(...locate(payout, field));
  }),
  fc.tuple(fc.constantFrom(...fields), fc.string()).map(([field, newName]): Mutation => (payout) => {
    const [holder, name] = locate(payout, field);
    holder[newName] = holder[name];
    Reflect.deleteProperty(holder, name);
  }),
  fc.tuple(fc.constantFrom(...fields), anything).map(([field, value]): Mutation => (payout) => {
    const [holder, name] = locate(payout, field);
    holder[name] = value;
  }),
);

const mutated = fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) => {
  const payout = wirePayoutObject();
  for (const mutate of mutations) mutate(payout);
  return payout;
});

// Checks what the database and the operator's page rely on, whatever the provider answered.
function expectSound(reading: Reading<ProviderPayout>): void {
  if (!reading.ok) {
    expect(['malformed', 'echo_mismatch']).toContain(reading.reason);
    if (reading.claimedId !== undefined) expect(parseUuid(reading.claimedId)).toBe(reading.claimedId);
    return;
  }
  const payout = reading.value;
  expect(parseUuid(payout.providerPayoutId)).toBe(payout.providerPayoutId);
  expect(payout.providerStatus).toMatch(/^[^\p{Cc}\p{Cs}]{1,100}$/u);
  expect(payout.statusMessage ?? '').not.toMatch(/[\p{Cc}\p{Cs}]|\d{12}/u);
  expect((payout.statusMessage ?? '').length).toBeLessThanOrEqual(1_000);
  for (const text of [payout.requisites, payout.recipientName, payout.callbackUrl]) {
    if (text !== null && text !== undefined) expect(text).toMatch(/^[^\p{Cc}\p{Cs}]{1,2000}$/u);
  }
  for (const instant of [payout.createdAt, payout.updatedAt, payout.completedAt]) {
    expect(Number.isNaN(instant?.getTime())).toBe(false);
  }
}

describe('payout answers from a hostile provider', () => {
  it('reading the answer to a creation never throws, and binds only what we requested', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, anything), (json) => {
        const reading = readCreatedPayout(profile, newPayout, json);
        expectSound(reading);
        if (!reading.ok) return;
        expect(compareDecimals(reading.value.amount!, newPayout.amount)).toBe(0);
        expect(reading.value.requisites).toBe(newPayout.recipient.requisites);
        expect([newPayout.recipient.name, null]).toContain(reading.value.recipientName);
        expect([newPayout.callbackUrl, null, undefined]).toContain(reading.value.callbackUrl);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reading a read-back never throws, and another payout's answer is never accepted", () => {
    fc.assert(
      fc.property(fc.oneof(mutated, anything), (json) => {
        const reading = readPayoutReadBack(profile, PROVIDER_PAYOUT_ID, json);
        expectSound(reading);
        if (reading.ok) expect(reading.value.providerPayoutId).toBe(PROVIDER_PAYOUT_ID);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['id', 'status', 'amount', 'account'])('no payout is bound without the field %s', (field) => {
    expect(readCreatedPayout(profile, newPayout, wirePayoutObject({ [field]: undefined }))).toMatchObject({
      ok: false,
      reason: 'malformed',
    });
  });

  it('reading a list never throws', () => {
    const entry = fc.record({ id: anything, name: anything, currency: anything }, { requiredKeys: [] });
    const list = fc.array(entry);
    fc.assert(
      fc.property(fc.oneof(list, fc.record({ items: list }), fc.record({ data: list }), anything), (json) => {
        const services = readPayoutServices(profile, json);
        if (services.ok) for (const { id } of services.value) expect(Number.isSafeInteger(id) && id >= 0).toBe(true);
        const banks = readBanks(json);
        if (banks.ok)
          for (const { id, name } of banks.value) expect(Math.min(id.length, name.length)).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
