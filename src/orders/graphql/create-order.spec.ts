import { terminalProfileSchema } from '../../desk/accounts/domain/terminal-profile.js';
import { parseCurrencyCode } from '../../common/currency.js';
import { COSTLY_TEXTS, NO_TIME_MS, quickestMs } from '../../common/text/costly-text.fixture.js';
import { parseDecimal } from '../../common/decimal.js';
import { Secret } from '../../common/secret.js';
import { validateInput } from '../../platform/graphql/validation/validate-input.js';
import { findProblems, type OrderRules } from '../domain/new-order.js';
import type { PaymentCard } from '../domain/payment-card.js';
import { CreateOrderInput, toCreateOrderRequest } from './create-order.input.js';

type Input = Omit<CreateOrderInput, 'problems' | 'tell'>;

const rules = (overrides: Partial<OrderRules> = {}): OrderRules => ({
  redirectHosts: [],
  allowsLoopback: true,
  takesNeutralWords: true,
  terminal: terminalProfileSchema.parse({ enabledMethods: ['HOSTED_PAGE', 'CARD_IN_ORDER', 'WALLET1'] }),
  ...overrides,
});

const inputWith = (overrides: Partial<Input>): Input => ({
  idempotencyKey: 'key-1',
  accountId: null,
  externalId: 'order-1',
  method: 'HOSTED_PAGE',
  amount: parseDecimal('10.50')!,
  currency: parseCurrencyCode('EUR'),
  purpose: 'Two tickets',
  successUrl: 'https://shop.example/paid',
  failUrl: null,
  customer: {},
  card: null,
  ...overrides,
});

const problemsOf = (overrides: Partial<Input>, ruleOverrides: Partial<OrderRules> = {}): string[] => {
  const { input, problems } = validateInput(CreateOrderInput, inputWith(overrides), []);
  const others = findProblems(toCreateOrderRequest(input), rules(ruleOverrides));
  return [...problems, ...others].map(({ field, code }) => `${field.join('.')} ${code}`);
};

const card: PaymentCard = {
  cardNumber: new Secret('4111 1111 1111 1111'),
  cardholderName: 'Ada Lovelace',
  expiryDate: '12/29',
  cvv: new Secret('123'),
};

const money = (amount: string, code: string | null): Partial<Input> => ({
  amount: parseDecimal(amount)!,
  currency: code === null ? null : parseCurrencyCode(code),
});

describe('createOrder inputs', () => {
  it.each<Partial<Input>>([
    {},
    { idempotencyKey: null, externalId: null, purpose: null, successUrl: null, currency: null },
    money('0.01', null),
    money('10.50', 'EUR'),
    money('100', 'JPY'),
    money('1.234', 'KWD'),
    { purpose: '👩‍👩‍👧‍👦' },
    { purpose: 'x'.repeat(500), externalId: 'x'.repeat(128), idempotencyKey: 'x'.repeat(200) },
    { successUrl: 'http://localhost:3000/paid', failUrl: 'http://[::1]/' },
    { successUrl: `https://shop.example/${'x'.repeat(1_979)}` },
  ])('accepts %j', (overrides) => {
    expect(problemsOf(overrides)).toEqual([]);
  });

  it.each(['http://localhost:25/', 'https://127.0.0.1/', 'https://[::1]/'])(
    'refuses a URL that sends payers to %s if Purser has a public address',
    (successUrl) => {
      expect(problemsOf({ successUrl }, { allowsLoopback: false })).toEqual(['successUrl URL_HOST_NOT_ALLOWED']);
    },
  );

  it('refuses a method for which no provider word is configured, unless the provider accepts placeholders', () => {
    const live = { takesNeutralWords: false };
    expect(problemsOf({ method: 'WALLET1' }, live)).toContain('method METHOD_NOT_CONFIGURED');
    expect(problemsOf({ method: 'HOSTED_PAGE' }, live)).toEqual([]);
  });

  it.each<[Partial<Input>, string]>([
    [money('0', 'EUR'), 'amount AMOUNT_NOT_POSITIVE'],
    [money('0.0000', null), 'amount AMOUNT_NOT_POSITIVE'],
    [money('1.5', 'JPY'), 'amount AMOUNT_TOO_PRECISE'],
    [money('1.234', 'EUR'), 'amount AMOUNT_TOO_PRECISE'],
    [money('1.2345', 'KWD'), 'amount AMOUNT_TOO_PRECISE'],
    [money('10.500', 'EUR'), 'amount AMOUNT_TOO_PRECISE'],
    [money('100.00', 'JPY'), 'amount AMOUNT_TOO_PRECISE'],
    [money('1.500', null), 'amount AMOUNT_TOO_PRECISE'],
    [{ method: 'CARD_H2H' }, 'method METHOD_NOT_AVAILABLE'],
    [{ method: 'WALLET2' }, 'method METHOD_NOT_AVAILABLE'],
    [{ purpose: 'my card is 4111 1111 1111 1111' }, 'purpose CARD_NUMBER_IN_TEXT'],
    [{ externalId: '4111111111111111' }, 'externalId CARD_NUMBER_IN_TEXT'],
    [{ idempotencyKey: '4111-1111-1111-1111' }, 'idempotencyKey CARD_NUMBER_IN_TEXT'],
    [{ successUrl: 'https://shop.example/?card=4111111111111111' }, 'successUrl CARD_NUMBER_IN_TEXT'],
    [{ failUrl: 'https://shop.example/4111%201111%201111%201111' }, 'failUrl CARD_NUMBER_IN_TEXT'],
    [{ failUrl: 'https://shop.example/%zz/4111111111111111' }, 'failUrl CARD_NUMBER_IN_TEXT'],
    [{ card }, 'card CARD_NOT_TAKEN'],
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
    [{ successUrl: 'https://shop.example\\@evil.example/' }, 'successUrl URL_INVALID'],
    [{ successUrl: 'https:shop.example' }, 'successUrl URL_INVALID'],
    [{ successUrl: 'https:///shop.example/' }, 'successUrl URL_INVALID'],
    [{ successUrl: 'https://shop%2eexample/' }, 'successUrl URL_INVALID'],
    [{ failUrl: 'javascript:alert(1)' }, 'failUrl URL_INVALID'],
    [{ failUrl: `https://shop.example/${'x'.repeat(1_980)}` }, 'failUrl URL_INVALID'],
  ])('refuses %j', (overrides, problem) => {
    expect(problemsOf(overrides)).toEqual([problem]);
  });

  it.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://sub.shop.example/',
    'http://localhost/',
  ])('refuses the URL %s if only another host is allowed', (failUrl) => {
    expect(problemsOf({ failUrl }, { redirectHosts: ['shop.example'] })).toEqual(['failUrl URL_HOST_NOT_ALLOWED']);
  });

  it('accepts an allowed host in any case and with any port', () => {
    expect(problemsOf({ failUrl: 'https://SHOP.example:8443/x' }, { redirectHosts: ['shop.example'] })).toEqual([]);
  });

  it('reports all problems of a request together', () => {
    const overrides = { ...money('0', null), purpose: '', successUrl: '', failUrl: '', externalId: '' };
    expect(problemsOf(overrides)).toHaveLength(5);
  });

  it('reports all missing details of the payer together', () => {
    expect(problemsOf({ method: 'WALLET1', customer: { email: 'ada@example.com' } })).toEqual([
      'customer.firstName CUSTOMER_FIELD_REQUIRED',
      'customer.lastName CUSTOMER_FIELD_REQUIRED',
      'customer.country CUSTOMER_FIELD_REQUIRED',
      'customer.ip CUSTOMER_FIELD_REQUIRED',
    ]);
  });

  it("requires a card for the method that sends one, and reports the card's problems", () => {
    const terminal = terminalProfileSchema.parse({
      enabledMethods: ['CARD_IN_ORDER'],
      requiredFields: { CARD_IN_ORDER: [] },
    });
    expect(problemsOf({ method: 'CARD_IN_ORDER' }, { terminal })).toEqual(['card CARD_REQUIRED']);
    expect(problemsOf({ method: 'CARD_IN_ORDER', card }, { terminal })).toEqual([]);
    const bad = { ...card, cvv: new Secret('1234'), expiryDate: '01/20' };
    expect(problemsOf({ method: 'CARD_IN_ORDER', card: bad }, { terminal })).toEqual([
      'card.expiryDate CARD_EXPIRED',
      'card.cvv CARD_CVV_INVALID',
    ]);
  });

  it.each(COSTLY_TEXTS)('validates fields that repeat %s quickly', (_, text) => {
    const overrides = { idempotencyKey: text, externalId: text, purpose: text, successUrl: text, failUrl: text };
    expect(problemsOf(overrides)).toHaveLength(5);
    expect(quickestMs(() => problemsOf(overrides))).toBeLessThan(NO_TIME_MS);
  });

  it('validates fields that repeat groups of digits up to their maximum length quickly', () => {
    const url = `https://shop.example/?${'1._1'.repeat(490)}`;
    const overrides = { purpose: `${'1 '.repeat(249)}x`, externalId: '1/'.repeat(64), successUrl: url, failUrl: url };
    expect(problemsOf(overrides)).toEqual([]);
    expect(quickestMs(() => problemsOf(overrides))).toBeLessThan(NO_TIME_MS);
  });
});
