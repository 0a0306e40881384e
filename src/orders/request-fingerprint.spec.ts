import fc from 'fast-check';
import { parseDecimal } from '../common/decimal.js';
import { differingFields, type FieldFingerprint } from '../common/field-fingerprint.js';
import { Secret } from '../common/secret.js';
import type { PaymentCard } from './domain/payment-card.js';
import { CreateOrderInput, type CreateOrderRequest, toCreateOrderRequest } from './graphql/create-order.input.js';
import { fingerprintRequest } from './request-fingerprint.js';

const input = Object.assign(new CreateOrderInput(), {
  idempotencyKey: 'key',
  externalId: 'order-1',
  method: 'HOSTED_PAGE',
  amount: parseDecimal('10.50')!,
  purpose: 'Two tickets',
  customer: { email: 'ada@example.com' },
} as const);

const request = (overrides: Partial<CreateOrderRequest> = {}): CreateOrderRequest => ({
  ...toCreateOrderRequest(input),
  ...overrides,
});

const card: PaymentCard = {
  cardNumber: new Secret('4111111111111111'),
  cardholderName: 'Ada Lovelace',
  expiryDate: '12/29',
  cvv: new Secret('123'),
};

const fingerprint = (overrides: Partial<CreateOrderRequest> = {}): FieldFingerprint =>
  fingerprintRequest(request(overrides), (value) => `#${value}#`);

const differences = (overrides: Partial<CreateOrderRequest>): string[] =>
  differingFields(fingerprint(), fingerprint(overrides));

describe('the fingerprint of a request', () => {
  it.each<[Partial<CreateOrderRequest>, string[]]>([
    [{}, []],
    [{ amount: parseDecimal('10.5')! }, []],
    [{ amount: parseDecimal('10.51')! }, ['amount']],
    [{ idempotencyKey: 'another', accountId: 'another' }, []],
    [{ purpose: null }, ['purpose']],
    [{ successUrl: 'https://a.example/' }, ['successUrl']],
    [{ customer: { email: 'eva@example.com', ip: '8.8.8.8' } }, ['customer.email', 'customer.ip']],
    [{ card }, ['card.cardNumber', 'card.cardholderName', 'card.expiryDate']],
    [{ externalId: null, purpose: 'Three', failUrl: 'x' }, ['externalId', 'failUrl', 'purpose']],
  ])('a request changed to %j differs in %j', (overrides, fields) => {
    expect(differences(overrides)).toEqual(fields);
  });

  it('the same value in another field makes a difference', () => {
    const left = fingerprint({ successUrl: 'https://a.example/' });
    const right = fingerprint({ failUrl: 'https://a.example/' });
    expect(left['successUrl']).not.toBe(right['failUrl']);
    expect(differingFields(left, right)).toEqual(['failUrl', 'successUrl']);
  });

  it('contains only hashes of the values', () => {
    const kept = fingerprintRequest(request(), () => 'x');
    expect(kept).toEqual({ externalId: 'x', method: 'x', amount: 'x', purpose: 'x', 'customer.email': 'x' });
  });

  it('the fingerprint of a request is equal exactly for equal values', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const fields = differingFields(fingerprint({ purpose: left }), fingerprint({ purpose: right }));
        expect(fields).toEqual(left === right ? [] : ['purpose']);
      }),
    );
  });

  it('contains only the mask of a card number, and no security code', () => {
    const heard = Object.values(fingerprint({ card })).join(' ');
    expect(heard).toContain('411111******1111');
    expect(heard).not.toContain('4111111111111111');
    expect(heard).not.toContain('123');
  });
});
