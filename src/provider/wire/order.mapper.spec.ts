import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { Secret } from '../../common/secret.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { newOrder, PROVIDER_ORDER_ID, wireOrderObject } from '../testing/provider-under-test.fixture.js';
import { readCreatedOrder, readOrderReadBack, writeNewOrder } from './order.mapper.js';

const profile = ProviderProfile.withOverrides({});
const created = (overrides: Record<string, unknown>, asked = newOrder) =>
  readCreatedOrder(profile, asked, wireOrderObject(overrides));
const readBack = (json: unknown) => readOrderReadBack(profile, PROVIDER_ORDER_ID, json);

const wireCard = { cardholderName: 'A B', cardNumber: '4111111111111111', cvv: '123', expiryDate: '01/30' };
const card = { ...wireCard, cardNumber: new Secret(wireCard.cardNumber), cvv: new Secret(wireCard.cvv) };

describe('the request for a new order', () => {
  it('contains the exact amount and no null', () => {
    const body = writeNewOrder({ ...newOrder, amount: '100.10' as DecimalString, currency: null, purpose: null });

    expect(body).toBe('{"amount":"100.10","externalId":"order-1"}');
  });

  it('contains every given field', () => {
    const order = {
      ...newOrder,
      successUrl: 'https://shop.example/ok',
      failUrl: 'https://shop.example/no',
      extraParams: 'wallet1-pay',
      customer: { email: 'a@b.example', ip: '192.0.2.1' },
      card,
    };

    expect(JSON.parse(writeNewOrder(order))).toEqual({ ...order, card: wireCard });
  });
});

describe('the answer to a new order', () => {
  it('becomes a ProviderOrder', () => {
    expect(created({ id: PROVIDER_ORDER_ID.toUpperCase(), status: 'SOMETHING' })).toEqual({
      ok: true,
      value: {
        providerOrderId: PROVIDER_ORDER_ID,
        providerStatus: 'SOMETHING',
        status: 'UNRECOGNIZED',
        externalId: 'order-1',
        amount: '10.50',
        currency: 'EUR',
        commission: '0.50',
        received: '10.00',
        paymentLink: 'https://pay.example/o/1',
        paidAt: null,
        updatedAt: new Date('2026-01-02T03:04:05.678Z'),
        unreadable: [],
        details: [
          { name: 'shopId', value: '0190a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b' },
          { name: 'updatedAt', value: '2026-01-02T03:04:05.678Z' },
          { name: 'createdAt', value: '2026-01-02T03:04:05.678Z' },
        ],
      },
    });
  });

  it.each([
    { amount: '10.5' },
    { amount: '10.50000000' },
    { commission: null, received: '', updatedAt: undefined, externalId: null, currency: null },
    { commission: '-1', received: '1e5', updatedAt: 'yesterday' },
    { amount: 10.5, commission: 0.21, received: [], updatedAt: 1_700_000_000, payedAt: 1_700_000_000 },
    { paymentLink: 'http://localhost:4010/pay/1' },
    { surprise: { nested: [1] } },
  ])('is accepted with %j', (overrides) => {
    expect(created(overrides).ok).toBe(true);
  });

  it.each([
    { amount: '10.51' },
    { amount: '10.5000001' },
    { amount: '105.0' },
    { externalId: 'order-2' },
    { externalId: 'ORDER-1' },
    { currency: 'USD' },
    { currency: 'eur' },
  ])('the answer to a new order is not accepted with %j', (overrides) => {
    const reading = created(overrides);

    expect(reading.ok).toBe(false);
  });

  it.each([{ amount: '10.51' }, { externalId: 'order-2' }, { currency: 'USD' }])(
    'is an echo mismatch with %j',
    (overrides) => {
      expect(created(overrides)).toMatchObject({ ok: false, reason: 'echo_mismatch' });
    },
  );

  it.each([
    { id: undefined },
    { id: null },
    { id: 'not-a-uuid' },
    { id: `${PROVIDER_ORDER_ID}/../x` },
    { status: '' },
    { status: 'x'.repeat(101) },
    { status: 'PAID\u0000' },
    { status: '\ud800' },
    { status: 7 },
    { amount: undefined },
    { amount: 1_000_000_000_000 },
    { amount: '-10.50' },
    { amount: '1e1' },
    { amount: '10.50\n' },
    { paymentLink: undefined },
    { paymentLink: '/o/1' },
    { paymentLink: 'javascript:alert(1)' },
    { paymentLink: `https://pay.example/${'x'.repeat(2_000)}` },
    { externalId: 'x'.repeat(2_001) },
  ])('is malformed with %j', (overrides) => {
    expect(created(overrides)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  it.each([null, [], 'text', 7, true])('the answer to a new order is malformed if it is %j', (json) => {
    expect(readCreatedOrder(profile, newOrder, json)).toEqual({
      ok: false,
      reason: 'malformed',
      detail: 'the answer is not an object',
    });
  });

  it('needs no payment link if the request contained a card', () => {
    expect(created({ paymentLink: null }, { ...newOrder, card })).toMatchObject({ ok: true, value: { details: [] } });
  });

  it('the answer to a new order may name any currency if the request named none', () => {
    const reading = created({ currency: 'USDT' }, { ...newOrder, currency: null });

    expect(reading).toMatchObject({ ok: true, value: { currency: null } });
    expect(created({ currency: 'XOF' }, { ...newOrder, currency: null })).toMatchObject({
      value: { currency: 'XOF' as CurrencyCode },
    });
  });
});

describe('the answer to a read-back', () => {
  it('the answer to a read-back may consist of the status only', () => {
    const reading = readBack({ status: 'PENDING' });

    expect(reading).toMatchObject({
      ok: true,
      value: { providerOrderId: PROVIDER_ORDER_ID, status: 'PENDING', amount: null },
    });
  });

  it.each([
    ['2026-01-02T03:04:05Z', new Date('2026-01-02T03:04:05Z')],
    ['2026-01-02T03:04:05.123456+02:00', new Date('2026-01-02T01:04:05.123Z')],
    ['2026-01-02 03:04:05', null],
    ['2026-02-30T00:00:00Z', null],
    ['0000-01-01T00:00:00Z', null],
    ['9999-01-01T00:00:00Z', null],
    ['1767323045', null],
  ])('an order with payedAt %s is paid', (payedAt, paidAt) => {
    expect(readBack(wireOrderObject({ payedAt }))).toMatchObject({ ok: true, value: { status: 'PAID', paidAt } });
  });

  it.each(['CREATED', 'DECLINED', 'EXPIRED', 'a word nobody knows'])(
    'an order with payedAt is paid despite the status %s',
    (status) => {
      const payedAt = '2026-01-02T03:04:05Z';
      expect(readBack(wireOrderObject({ status, payedAt }))).toMatchObject({ ok: true, value: { status: 'PAID' } });
    },
  );

  it.each([{}, { status: null }, { status: 'PAID', id: PROVIDER_ORDER_ID.replace('0', '1') }])(
    'is malformed if it is %j',
    (json) => {
      expect(readBack(json)).toMatchObject({ ok: false, reason: 'malformed' });
    },
  );

  it('if the profile says so, only the status is read and other fields are ignored', () => {
    const statusOnly = ProviderProfile.withOverrides({ orderReadBack: 'status' });
    const reading = readOrderReadBack(statusOnly, PROVIDER_ORDER_ID, { status: 'PAID', id: 7, amount: { value: 5 } });

    expect(reading).toMatchObject({ ok: true, value: { status: 'PAID', amount: null } });
  });
});
