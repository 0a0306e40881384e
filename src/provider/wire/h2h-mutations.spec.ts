import fc from 'fast-check';
import { Secret } from '../../common/secret.js';
import { H2H_STATUS_WORDS } from '../profile/status-words.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { PROVIDER_ORDER_ID, wireOrderObject } from '../testing/provider-under-test.fixture.js';
import { readH2hStatus, writeCard, writeCode } from './h2h.mapper.js';
import { readOrderReadBack } from './order.mapper.js';

const profile = ProviderProfile.withOverrides({});
const OTHER_ID = '0190a1b2-ffff-7e5f-8a9b-0c1d2e3f4a5b';

const wireStatusObject = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  isSmsRequired: false,
  status: 'PROCESSING',
  ...overrides,
});

const read = (json: unknown) => readH2hStatus(profile, json);
const readCard = (json: unknown) => readOrderReadBack(profile, PROVIDER_ORDER_ID, json);

const hostileText = fc.constantFrom(
  '<script>alert(1)</script>',
  "'; DROP TABLE h2h_sessions; --",
  'x'.repeat(100_000),
  'SUCCESS\u0000',
  'SUCCESS\ud800',
  '',
);

const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText, fc.string({ unit: 'binary' }));

const flagOf = (json: unknown) => String((json as Record<string, unknown>)['isSmsRequired']).toLowerCase();

/** Drops, renames and retypes fields of a sample; up to four changes. */
function mutationsOf(sample: () => Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const field = fc.constantFrom(...Object.keys(sample()));
  const mutation = fc.oneof(
    field.map((name) => (object: Record<string, unknown>) => {
      Reflect.deleteProperty(object, name);
    }),
    fc.tuple(field, fc.string()).map(([name, other]) => (object: Record<string, unknown>) => {
      object[other] = object[name];
      Reflect.deleteProperty(object, name);
    }),
    fc.tuple(field, anything).map(([name, value]) => (object: Record<string, unknown>) => {
      object[name] = value;
    }),
  );
  return fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) => {
    const object = sample();
    for (const mutate of mutations) mutate(object);
    return object;
  });
}

describe("a verification's status from a hostile provider", () => {
  it("a verification's status from a hostile provider is read exactly or is malformed", () => {
    fc.assert(
      fc.property(fc.oneof(mutationsOf(wireStatusObject), anything), (json) => {
        const reading = read(json);
        if (!reading.ok) {
          expect(reading).toMatchObject({ ok: false, reason: 'malformed' });
          return;
        }
        const { providerStatus, status, isSmsRequired, unreadable } = reading.value;
        expect(json).toMatchObject({ status: providerStatus });
        if (isSmsRequired === null) expect(unreadable).toHaveLength(1);
        else expect([String(isSmsRequired), String(Number(isSmsRequired))]).toContain(flagOf(json));
        expect(providerStatus).toMatch(/^[^\p{Cc}\p{Cs}]{1,100}$/u);
        expect([...H2H_STATUS_WORDS, 'UNRECOGNIZED']).toContain(status);
      }),
      { numRuns: 1_000 },
    );
  });

  it('any word that the profile does not list is UNRECOGNIZED', () => {
    const nearlyKnown = fc
      .tuple(fc.constantFrom(...H2H_STATUS_WORDS), fc.constantFrom(' ', '.', '\u200b', 'S', '\u0455'))
      .map(([word, extra]) => word + extra);
    const unknown = fc
      .oneof(nearlyKnown, fc.string({ minLength: 1, maxLength: 100 }))
      .filter((word) => !Object.hasOwn(profile.h2hStatusWords, word));
    fc.assert(
      fc.property(unknown, (status) => {
        expect(read(wireStatusObject({ status }))).toEqual({
          ok: true,
          value: { providerStatus: status, status: 'UNRECOGNIZED', isSmsRequired: false, unreadable: [] },
        });
      }),
    );
  });

  it.each(['success', 'Success', 'ＳＵＣＣＥＳＳ', 'PENDING', 'DECLINED', 'constructor', '__proto__', 'toString', '0'])(
    'the status %s is UNRECOGNIZED rather than guessed',
    (status) => {
      expect(read(wireStatusObject({ status }))).toMatchObject({ ok: true, value: { status: 'UNRECOGNIZED' } });
    },
  );

  it.each([
    ...H2H_STATUS_WORDS.map((word) => ({ providerStatus: word, status: word })),
    { providerStatus: 'CANCELLED', status: 'CANCELED' },
  ])("$status is the meaning of the provider's $providerStatus", ({ providerStatus, status }) => {
    expect(read(wireStatusObject({ status: providerStatus, isSmsRequired: true, surprise: { nested: [1] } }))).toEqual({
      ok: true,
      value: { providerStatus, status, isSmsRequired: true, unreadable: [] },
    });
  });

  it.each([
    ...[undefined, null, 0, true, '', [], ['SUCCESS'], { word: 'SUCCESS' }].map((status) => ({ status })),
    { status: 'x'.repeat(101) },
    { status: 'SUCCESS\n' },
    { status: undefined, state: 'SUCCESS' },
  ])("a verification's status from a hostile provider is malformed with %j", (overrides) => {
    expect(read(wireStatusObject(overrides))).toMatchObject({ ok: false, reason: 'malformed' });
  });
});

describe('the isSmsRequired flag of a verification', () => {
  it.each([
    [true, true],
    [1, true],
    ['true', true],
    ['TRUE', true],
    [false, false],
    [0, false],
    ['false', false],
    ...[undefined, null, 2, 'yes', '', '1', [], {}].map((flag) => [flag, null]),
  ])('%j is read as %j, and the status is read regardless', (isSmsRequired, expected) => {
    expect(read(wireStatusObject({ isSmsRequired }))).toMatchObject({
      ok: true,
      value: {
        status: 'PROCESSING',
        isSmsRequired: expected,
        unreadable: expected === null ? [expect.any(String)] : [],
      },
    });
  });
});

describe('the answer to a card from a hostile provider', () => {
  it("never throws, and another order's answer is never accepted", () => {
    fc.assert(
      fc.property(fc.oneof(mutationsOf(wireOrderObject), anything), (json) => {
        const reading = readCard(json);
        if (!reading.ok) {
          expect(reading).toMatchObject({ ok: false, reason: 'malformed' });
          return;
        }
        expect(reading.value.providerOrderId).toBe(PROVIDER_ORDER_ID);
        expect(reading.value.providerStatus).toMatch(/^[^\p{Cc}\p{Cs}]{1,100}$/u);
        const named = (json as { readonly id?: unknown }).id ?? '';
        expect(['', PROVIDER_ORDER_ID]).toContain(named);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([null, [], 'text', 7, true, {}, { status: null }, wireOrderObject({ id: OTHER_ID })])(
    'the answer %j is malformed',
    (json) => {
      expect(readCard(json)).toMatchObject({ ok: false, reason: 'malformed' });
    },
  );
});

describe('card requests', () => {
  it('contain the card as exactly four fields', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.record({ cardNumber: text, cardholderName: text, expiryDate: text, cvv: text }), (card) => {
        const body = writeCard({ ...card, cardNumber: new Secret(card.cardNumber), cvv: new Secret(card.cvv) });
        expect(JSON.parse(body)).toEqual(card);
      }),
    );
  });

  it('contain the code as the only field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (code) => {
        expect(writeCode(new Secret(code))).toBe(`{"code":${JSON.stringify(code)}}`);
      }),
    );
  });
});
