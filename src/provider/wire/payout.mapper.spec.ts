import fc from 'fast-check';
import type { CurrencyCode } from '../../common/currency.js';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { namesOf } from '../../common/names-of.js';
import { PAYOUT_PAYMENT_TYPES } from '../profile/payout-destination.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { newPayout, PROVIDER_PAYOUT_ID, wirePayoutObject } from '../testing/payout.fixture.js';
import { readCreatedPayout, readPayoutReadBack, writeNewPayout } from './payout.mapper.js';

const profile = ProviderProfile.withOverrides({});
const created = (overrides: Record<string, unknown>) =>
  readCreatedPayout(profile, newPayout, wirePayoutObject(overrides));
const readBack = (json: unknown) => readPayoutReadBack(profile, PROVIDER_PAYOUT_ID, json);
const account = (overrides: Record<string, unknown>) => ({ account: { ...newPayout.recipient, ...overrides } });

// Most amounts have many digits: with twelve before the point and four after it, a float is wrong once in eleven times.
const anyDecimal = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 999_999_999_999n }),
    fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), maxLength: 4 }),
  )
  .map(([whole, fraction]) => [String(whole), fraction].filter((part) => part !== '').join('.') as DecimalString);

describe('the request for a new payout', () => {
  it('contains exactly what was requested', () => {
    expect(writeNewPayout(profile, newPayout)).toBe(
      '{"amount":1250.5,"currency":"BRL","paymentType":"EMAIL",' +
        '"account":{"name":"Canary Recipient","requisites":"canary@pix.example","userId":"user-1"},' +
        '"externalId":"attempt-1","callbackUrl":"https://purser.example/webhooks/payouts/canary-callback-token"}',
    );
  });

  it('contains every given field', () => {
    const payout = {
      ...newPayout,
      currency: 'BDT' as CurrencyCode,
      paymentType: 'SIM' as const,
      serviceId: 7,
      note: 'Thanks "again"\n',
      recipient: {
        ...newPayout.recipient,
        bankName: 'WALLET_X2',
        userEmail: 'a@b.example',
        userPhone: '8801812345678',
        userIp: '192.0.2.1',
      },
    };
    const { recipient, ...others } = payout;

    expect(JSON.parse(writeNewPayout(profile, payout))).toEqual({ ...others, amount: 1250.5, account: recipient });
  });

  it('leaves out null and empty fields', () => {
    const recipient = { ...newPayout.recipient, bankName: null, userEmail: null, userPhone: null, userIp: null };

    expect(writeNewPayout(profile, { ...newPayout, recipient })).toBe(writeNewPayout(profile, newPayout));
  });

  it('contains no recipient fields that the interface does not have', () => {
    const recipient = { ...newPayout.recipient, approved: true };

    expect(writeNewPayout(profile, { ...newPayout, recipient })).not.toContain('approved');
  });

  it.each([
    ['0.1', '0.1'],
    ['0.0001', '0.0001'],
    ['100', '100'],
    ['100.00', '100'],
    ['1000000000', '1000000000'],
    ['123456789012.3456', '123456789012.3456'],
    ['689061055048.1308', '689061055048.1308'],
    ['999999999999.9999', '999999999999.9999'],
  ])('writes the amount %s as the number %s', (amount, literal) => {
    const body = writeNewPayout(profile, { ...newPayout, amount: amount as DecimalString });

    expect(body.startsWith(`{"amount":${literal},`)).toBe(true);
  });

  it('writes every amount exactly, whatever the other fields contain', () => {
    fc.assert(
      fc.property(anyDecimal, fc.string({ unit: 'binary' }), (amount, text) => {
        const note = `${text}","amount":1`;
        const body = writeNewPayout(profile, { ...newPayout, amount, note });
        const literal = /^\{"amount":(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?),/.exec(body)?.[1];
        const parsed = JSON.parse(body) as Record<string, unknown>;

        expect(literal).toBe(canonicalDecimal(amount));
        expect(parsed['amount']).toBe(Number(literal));
        expect(parsed['note']).toBe(note);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(namesOf(PAYOUT_PAYMENT_TYPES))("translates the payment type %s to the profile's word", (paymentType) => {
    const renamed = ProviderProfile.withOverrides({ payoutPaymentTypes: { [paymentType]: 'THEIR_WORD' } });

    expect(JSON.parse(writeNewPayout(renamed, { ...newPayout, paymentType }))).toMatchObject({
      paymentType: 'THEIR_WORD',
    });
  });

  it('uses a placeholder for the phone transfer until the profile has a word for it', () => {
    expect(writeNewPayout(profile, { ...newPayout, paymentType: 'PHONE_TRANSFER' })).toContain(
      '"paymentType":"<PHONE_TRANSFER>"',
    );
  });

  it.each([
    ['WALLET_X1', 'walletone'],
    ['WALLET_X2', 'WALLET_X2'],
    ['100000000111', '100000000111'],
    ['constructor', 'constructor'],
  ])('writes the bank %s as %s', (bankName, wireName) => {
    const renamed = ProviderProfile.withOverrides({ payoutWalletNames: { WALLET_X1: 'walletone' } });
    const body = writeNewPayout(renamed, { ...newPayout, recipient: { ...newPayout.recipient, bankName } });

    expect(JSON.parse(body)).toMatchObject({ account: { bankName: wireName } });
  });
});

describe('the answer to a new payout', () => {
  it('becomes a ProviderPayout', () => {
    const overrides = { id: PROVIDER_PAYOUT_ID.toUpperCase(), status: 'PENDING', statusMessage: 'queued\n' };

    expect(created(overrides)).toEqual({
      ok: true,
      value: {
        providerPayoutId: PROVIDER_PAYOUT_ID,
        providerStatus: 'PENDING',
        status: 'PROCESSING',
        amount: '1250.5',
        requisites: 'canary@pix.example',
        recipientName: 'Canary Recipient',
        callbackUrl: newPayout.callbackUrl,
        statusMessage: 'queued',
        createdAt: new Date('2026-01-02T03:04:05.678Z'),
        updatedAt: new Date('2026-01-02T03:04:05.678Z'),
        completedAt: null,
        unreadable: [],
        details: [
          { name: 'merchantId', value: '0190a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b' },
          { name: 'type', value: 'EMAIL' },
          { name: 'callbackUrl', value: 'https://purser.example/webhooks/payouts/[removed]' },
          { name: 'createdAt', value: '2026-01-02T03:04:05.678Z' },
          { name: 'updatedAt', value: '2026-01-02T03:04:05.678Z' },
        ],
      },
    });
  });

  it.each([
    { amount: '1250.50' },
    { amount: '1250.50000000' },
    { amount: 1250.5 },
    { amount: '1,250.50' },
    { status: 'WHATEVER' },
    { type: 'SOMETHING_ELSE' },
    account({ name: undefined }),
    account({ name: null }),
    account({ userId: undefined, extra: [1] }),
    { callbackUrl: undefined },
    { callbackUrl: null },
    { callbackUrl: '' },
    { callbackUrl: 7 },
    { statusMessage: { code: 7 }, createdAt: 1_700_000_000, updatedAt: 'yesterday', completedAt: [] },
    { statusMessage: 'x'.repeat(100_000) },
    { surprise: { nested: [1] } },
  ])('is accepted with %j', (overrides) => {
    expect(created(overrides).ok).toBe(true);
  });

  it.each([
    { amount: '1250.51' },
    { amount: '12505' },
    { amount: '0' },
    account({ requisites: 'other@pix.example' }),
    account({ requisites: 'CANARY@pix.example' }),
    account({ requisites: 'canary@pix.exampl*' }),
    account({ name: 'Somebody Else' }),
    { callbackUrl: `${newPayout.callbackUrl}x` },
  ])('the answer to a new payout is an echo mismatch with %j, and its id is kept', (overrides) => {
    expect(created(overrides)).toMatchObject({ ok: false, reason: 'echo_mismatch', claimedId: PROVIDER_PAYOUT_ID });
  });

  it.each([
    { status: '' },
    { status: null },
    { status: 'x'.repeat(101) },
    { status: 'CREATED\u0000' },
    { amount: undefined },
    { amount: true },
    { amount: '-1250.50' },
    { amount: '1250,50' },
    { account: undefined },
    { account: null },
    { account: 'canary@pix.example' },
    { account: [] },
    account({ requisites: undefined }),
    account({ requisites: true }),
    account({ name: { first: 'Canary' } }),
  ])('is malformed with %j, and its id is kept', (overrides) => {
    expect(created(overrides)).toMatchObject({ ok: false, reason: 'malformed', claimedId: PROVIDER_PAYOUT_ID });
  });

  it.each([{ id: undefined }, { id: null }, { id: 7 }, { id: 'not-a-uuid' }, { id: `${PROVIDER_PAYOUT_ID}/../x` }])(
    'is malformed with %j, and has no id to keep',
    (overrides) => {
      const reading = created(overrides);

      expect(reading).toMatchObject({ ok: false, reason: 'malformed' });
      expect(reading).not.toHaveProperty('claimedId');
    },
  );

  it.each([null, [], 'text', 7, true])('the answer to a new payout is malformed if it is %j', (json) => {
    expect(readCreatedPayout(profile, newPayout, json)).toMatchObject({ ok: false, reason: 'malformed' });
  });
});

describe('the answer to a read-back of a payout', () => {
  it.each([
    ['a text', { callbackUrl: 'https://purser.example/x' }, 'https://purser.example/x'],
    ['null', { callbackUrl: null }, null],
    ['an empty text', { callbackUrl: '' }, null],
    ['something unreadable', { callbackUrl: {} }, undefined],
  ])('returns a callback URL if it is %s', (_name, overrides, callbackUrl) => {
    expect(readBack(wirePayoutObject(overrides))).toMatchObject({ ok: true, value: { callbackUrl } });
  });

  it('distinguishes an absent callback URL from a null one', () => {
    const json = wirePayoutObject();
    delete json['callbackUrl'];

    expect(readBack(json)).toMatchObject({ ok: true, value: { callbackUrl: undefined } });
  });

  it('the answer to a read-back of a payout may consist of the id and the status only', () => {
    expect(readBack({ id: PROVIDER_PAYOUT_ID, status: 'COMPLETED' })).toEqual({
      ok: true,
      value: {
        providerPayoutId: PROVIDER_PAYOUT_ID,
        providerStatus: 'COMPLETED',
        status: 'COMPLETED',
        amount: null,
        requisites: null,
        recipientName: null,
        callbackUrl: undefined,
        statusMessage: null,
        createdAt: null,
        updatedAt: null,
        completedAt: null,
        unreadable: [],
        details: [],
      },
    });
  });

  it('shows a bank reference and hides the recipient everywhere', () => {
    const metadata = { utr: '412345678901', to: `Canary Recipient <canary@pix.example>` };
    const reading = readBack(wirePayoutObject({ metadata, requisites: { key: 'canary@pix.example' } }));

    expect(reading.ok && reading.value.details).toEqual(
      expect.arrayContaining([
        { name: 'requisites.key', value: '[recipient]' },
        { name: 'metadata.utr', value: '412345678901' },
        { name: 'metadata.to', value: '[recipient] <[recipient]>' },
      ]),
    );
  });

  it('keeps an unrecognised status verbatim', () => {
    expect(readBack(wirePayoutObject({ status: 'Rückgängig' }))).toMatchObject({
      ok: true,
      value: { providerStatus: 'Rückgängig', status: 'UNRECOGNIZED' },
    });
  });

  it('removes card numbers from the status message', () => {
    expect(
      readBack(wirePayoutObject({ status: 'FAILED', statusMessage: 'card 4111 1111 1111 1111 closed' })),
    ).toMatchObject({ ok: true, value: { status: 'FAILED', statusMessage: 'card [digits removed] closed' } });
  });

  it.each([
    {},
    { status: 'COMPLETED' },
    { id: PROVIDER_PAYOUT_ID },
    wirePayoutObject({ id: PROVIDER_PAYOUT_ID.replace('0', '1') }),
    wirePayoutObject({ status: null }),
    [wirePayoutObject()],
  ])('the answer to a read-back of a payout is malformed if it is %j', (json) => {
    expect(readBack(json)).toMatchObject({ ok: false, reason: 'malformed' });
  });
});
