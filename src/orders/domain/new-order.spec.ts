import { parseCurrencyCode } from '../../common/currency.js';
import { parseDecimal } from '../../common/decimal.js';
import { findProblems, type OrderRequest, type OrderRules } from './new-order.js';

const ANY_HOST: OrderRules = { redirectHosts: [] };

const request = (overrides: Partial<OrderRequest> = {}): OrderRequest => ({
  idempotencyKey: 'key-1',
  accountId: null,
  externalId: 'order-1',
  method: 'HOSTED_PAGE',
  amount: parseDecimal('10.50')!,
  currency: parseCurrencyCode('EUR'),
  purpose: 'Two tickets',
  successUrl: 'https://shop.example/paid',
  failUrl: null,
  ...overrides,
});

const problemsOf = (overrides: Partial<OrderRequest>, rules = ANY_HOST): string[] =>
  findProblems(request(overrides), rules).map(({ field, code }) => `${field} ${code}`);

const money = (amount: string, code: string | null): Partial<OrderRequest> => ({
  amount: parseDecimal(amount)!,
  currency: code === null ? null : parseCurrencyCode(code),
});

describe('a request for an order', () => {
  it.each<Partial<OrderRequest>>([
    {},
    { idempotencyKey: null, externalId: null, purpose: null, successUrl: null, currency: null },
    money('0.0001', null),
    money('10.500', 'EUR'),
    money('100.00', 'JPY'),
    money('1.234', 'KWD'),
    { purpose: '👩‍👩‍👧‍👦' },
    { purpose: 'x'.repeat(500), externalId: 'x'.repeat(128), idempotencyKey: 'x'.repeat(200) },
    { successUrl: 'http://localhost:3000/paid', failUrl: 'http://[::1]/' },
    { successUrl: `https://shop.example/${'x'.repeat(1_979)}` },
  ])('may be sent with %j', (overrides) => {
    expect(problemsOf(overrides)).toEqual([]);
  });

  it.each<[Partial<OrderRequest>, string]>([
    [money('0', 'EUR'), 'amount AMOUNT_NOT_POSITIVE'],
    [money('0.0000', null), 'amount AMOUNT_NOT_POSITIVE'],
    [money('1.5', 'JPY'), 'amount AMOUNT_TOO_PRECISE'],
    [money('1.234', 'EUR'), 'amount AMOUNT_TOO_PRECISE'],
    [money('1.2345', 'KWD'), 'amount AMOUNT_TOO_PRECISE'],
    [{ method: 'CARD_H2H' }, 'method METHOD_NOT_AVAILABLE'],
    [{ idempotencyKey: '' }, 'idempotencyKey IDEMPOTENCY_KEY_INVALID'],
    [{ idempotencyKey: 'x'.repeat(201) }, 'idempotencyKey IDEMPOTENCY_KEY_INVALID'],
    [{ externalId: ' a' }, 'externalId EXTERNAL_ID_INVALID'],
    [{ externalId: 'x'.repeat(129) }, 'externalId EXTERNAL_ID_INVALID'],
    [{ purpose: 'a\u0000' }, 'purpose PURPOSE_INVALID'],
    [{ purpose: 'a\u202eb' }, 'purpose PURPOSE_INVALID'],
    [{ purpose: 'a\ud83d' }, 'purpose PURPOSE_INVALID'],
    [{ purpose: '\u200d' }, 'purpose PURPOSE_INVALID'],
    [{ purpose: 'x'.repeat(501) }, 'purpose PURPOSE_INVALID'],
    [{ successUrl: 'http://shop.example/' }, 'successUrl URL_INVALID'],
    [{ successUrl: 'https://u@shop.example/' }, 'successUrl URL_INVALID'],
    [{ failUrl: 'javascript:alert(1)' }, 'failUrl URL_INVALID'],
    [{ failUrl: `https://shop.example/${'x'.repeat(1_980)}` }, 'failUrl URL_INVALID'],
  ])('is refused with %j', (overrides, problem) => {
    expect(problemsOf(overrides)).toEqual([problem]);
  });

  it.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://sub.shop.example/',
    'http://localhost/',
  ])('may not lead to %s when only one host is allowed', (failUrl) => {
    expect(problemsOf({ failUrl }, { redirectHosts: ['shop.example'] })).toEqual(['failUrl URL_HOST_NOT_ALLOWED']);
  });

  it('may name an allowed host in any case and with any port', () => {
    expect(problemsOf({ failUrl: 'https://SHOP.example:8443/x' }, { redirectHosts: ['shop.example'] })).toEqual([]);
  });

  it('is told everything that is wrong at once', () => {
    const overrides = { ...money('0', null), purpose: '', successUrl: '', failUrl: '', externalId: '' };
    expect(problemsOf(overrides)).toHaveLength(5);
  });
});
