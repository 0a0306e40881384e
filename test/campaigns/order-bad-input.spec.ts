import fc from 'fast-check';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlAnswer } from '../support/graphql-client.js';
import { countOrders, createdOrder, createOrder, orderInput, type OrderPayload } from '../support/orders.js';

type Input = Readonly<Record<string, unknown>>;

interface BadInput {
  readonly title: string;
  readonly input: Input;
  /** The code of the user error, or BAD_USER_INPUT. */
  readonly code: string;
  readonly field: string;
}

const badScalar = (field: string, values: readonly unknown[]): BadInput[] =>
  values.map((value) => ({ title: titleOf(value), input: { [field]: value }, code: 'BAD_USER_INPUT', field }));

const badText = (field: string, code: string, values: readonly string[]): BadInput[] =>
  values.map((value) => ({ title: titleOf(value), input: { [field]: value }, code, field }));

function titleOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}… of ${text.length} characters` : text;
}

// GraphQL documents cannot contain half a surrogate pair.
const LONE_SURROGATE = /\p{Surrogate}/u;

const AMOUNTS: readonly BadInput[] = [
  ...badScalar('amount', [
    ...['4173e2', '4173E5', '1e21', 'NaN', 'Infinity', '-Infinity', '0x4173', '0b1', '4173n'],
    ...['4173417341734', '4173.41734', '0.00001', '04173', '-4173', '+4173', '-0', '.4173', '4173.', '4.1.7'],
    ...['', ' ', ' 4173', '4173 ', '4173\n', '4\u00a0173', '4,173.50', '4_173', '4173\u0000'],
    ...['٤١٧٣', '４１７３', '४१७३', '4173'.repeat(25_000)],
    ...[41.73, 4173, 0, -4173, 9_007_199_254_740_992, 1e300, true, null, ['4173', '4173'], { value: '4173' }],
  ]),
  { title: 'nothing at all', input: { amount: undefined }, code: 'BAD_USER_INPUT', field: 'amount' },
  ...[
    { amount: '1.5', currency: 'JPY' },
    { amount: '1.234', currency: 'EUR' },
    { amount: '1.2345', currency: 'KWD' },
  ].map((input) => ({
    title: `${input.amount} ${input.currency}`,
    input,
    code: 'AMOUNT_TOO_PRECISE',
    field: 'amount',
  })),
  ...badText('amount', 'AMOUNT_NOT_POSITIVE', ['0', '0.0', '0.0000']),
];

const CURRENCIES = badScalar('currency', [
  ...['eur', 'Eur', 'XXX', 'XAU', 'BTC', 'USD\u0000', ' USD', 'USDT', '', 'ＥＵＲ', 'constructor', '__proto__'],
  ...[978, true, ['EUR', 'USD'], {}],
]);

const NOT_URLS = [
  'http://shop.example/paid',
  'javascript:alert(4173)',
  'data:text/html,4173',
  'ftp://shop.example/',
  '/paid/4173',
  '//shop.example/paid',
  'shop.example',
  'https://user:word@shop.example/',
  'https://',
  'https://shop.example/a b',
  'https://shop.example/\u0000',
  'https://shop.example/\r\nx: y',
  'https://shöp.example/',
  `https://shop.example/${'4'.repeat(2_000)}`,
  '',
];

const FOREIGN_URLS = [
  'https://shop.example.evil.example/',
  'https://evil.example/?shop.example',
  'https://evil.example/shop.example',
  'https://sub.shop.example/',
  'https://127.0.0.1/',
];

const URLS = ['successUrl', 'failUrl'].flatMap((field) => [
  ...badText(field, 'URL_INVALID', NOT_URLS),
  ...badText(field, 'URL_HOST_NOT_ALLOWED', FOREIGN_URLS),
]);

const UNPRINTABLE = [
  '',
  ' ',
  ' 4173',
  '4173 ',
  '4173\u0000',
  '41\n73',
  '41\t73',
  '41\u007f73',
  '41\u202e73',
  '41\u200f73',
  '41\u200b73',
  '41\u202873',
  '41\ufeff73',
];

const TEXTS = [
  { field: 'idempotencyKey', code: 'IDEMPOTENCY_KEY_INVALID', longest: 200 },
  { field: 'externalId', code: 'EXTERNAL_ID_INVALID', longest: 128 },
  { field: 'customerId', code: 'CUSTOMER_ID_INVALID', longest: 128 },
  { field: 'purpose', code: 'PURPOSE_INVALID', longest: 500 },
].flatMap(({ field, code, longest }) => [
  ...badText(field, code, [...UNPRINTABLE, 'x'.repeat(longest + 1), 'x'.repeat(10_000), '41\ud83d73', '\ude00']),
  ...badScalar(field, [4173, true, {}]),
]);

const UNKNOWN_FIELDS = ['approved', 'status', 'providerOrderId', 'id', 'constructor', 'prototype', 'toString'].map(
  (field) => ({ title: field, input: { [field]: '4173' }, code: 'BAD_USER_INPUT', field }),
);

const REST: readonly BadInput[] = [
  ...badScalar('method', ['CASH', 'hosted_page', '', 1, null, 'constructor']),
  ...['CARD_H2H', 'WALLET1'].map((method) => ({
    title: method,
    input: { method },
    code: 'METHOD_NOT_AVAILABLE',
    field: 'method',
  })),
  ...badScalar('accountId', ['4173', '', `' OR 1=1 --`, '../4173', '0'.repeat(36)]),
  {
    title: 'an account that is not there',
    input: { accountId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' },
    code: 'ACCOUNT_NOT_FOUND',
    field: 'accountId',
  },
];

const CASES = [...AMOUNTS, ...CURRENCIES, ...URLS, ...TEXTS, ...UNKNOWN_FIELDS, ...REST];

const MUTATION = 'createOrder(input: $input) { order { id } userErrors { code message field } }';

/** Writes a value as a GraphQL literal. */
function toLiteral(value: unknown, key = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => toLiteral(item)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{ ${fields.map(([name, item]) => `${name}: ${toLiteral(item, name)}`).join(', ')} }`;
  }
  // Enum values have no quotes.
  return key === 'method' && typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value);
}

describe('createOrder with bad input', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ ORDER_REDIRECT_HOSTS: 'shop.example' });
  });

  afterAll(async () => {
    await desk.close();
  });

  async function footprint(): Promise<unknown> {
    return { orders: await countOrders(desk.purser.api), requests: await desk.sandbox.countRequests() };
  }

  async function expectRefused(
    { input, code, field }: BadInput,
    answer: GraphqlAnswer<{ createOrder: OrderPayload }>,
  ): Promise<void> {
    const [error] = answer.data?.createOrder.userErrors ?? [];
    const [fault] = answer.errors;
    expect(error?.code ?? fault?.extensions.code).toBe(code);
    expect((error?.field ?? fault?.extensions.field)?.slice(0, 2)).toEqual(['input', field]);
    expect(answer.data?.createOrder.order ?? null).toBeNull();
    const value = String(input[field]);
    // Shorter values occur in any sentence.
    if (typeof input[field] === 'string' && value.length >= 4 && code !== 'METHOD_NOT_AVAILABLE') {
      // This error repeats the amount on purpose, to explain how it was understood.
      if (code !== 'AMOUNT_TOO_PRECISE') expect(JSON.stringify(answer).replaceAll(field, '')).not.toContain(value);
      expect(desk.purser.logLines.join()).not.toContain(value);
    }
    expect(await footprint()).toEqual({ orders: 0, requests: {} });
  }

  it.each(CASES.map((bad) => [`${bad.field} ${bad.title}`, bad] as const))(
    'refuses %s in a variable',
    async (_, bad) => {
      const query = `mutation ($input: CreateOrderInput!) { ${MUTATION} }`;
      await expectRefused(bad, await desk.purser.api.send(query, { input: orderInput(bad.input) }));
    },
  );

  it.each(
    CASES.filter(({ input }) =>
      Object.values(input).every((value) => typeof value !== 'string' || !LONE_SURROGATE.test(value)),
    ).map((bad) => [`${bad.field} ${bad.title}`, bad] as const),
  )('refuses %s in the document', async (_, bad) => {
    const query = `mutation { ${MUTATION.replace('$input', toLiteral(orderInput(bad.input)))} }`;
    await expectRefused(bad, await desk.purser.api.send(query));
  });

  it('names all problems together', async () => {
    const { order, userErrors } = await createOrder(desk.purser.api, {
      amount: '0',
      purpose: '',
      externalId: ' ',
      successUrl: 'no',
    });
    expect(order).toBeNull();
    expect(userErrors.map(({ field }) => field?.[1]).sort()).toEqual(['amount', 'externalId', 'purpose', 'successUrl']);
    expect(await footprint()).toEqual({ orders: 0, requests: {} });
  });

  it.each([
    ['an amount of a million digits', { amount: '4'.repeat(1_000_000) }],
    ['a purpose of a megabyte', { purpose: 'x'.repeat(1_048_576) }],
  ])('refuses %s without parsing it', async (_, input) => {
    const answer = await desk.purser.api.send(`mutation ($input: CreateOrderInput!) { ${MUTATION} }`, {
      input: orderInput(input),
    });
    expect(answer).toMatchObject({ status: 413, data: null, errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    expect(await footprint()).toEqual({ orders: 0, requests: {} });
  });

  it('ignores a prototype in the input', async () => {
    const query = `mutation ($input: CreateOrderInput!) { ${MUTATION} }`;
    const input = JSON.parse('{"amount":"0","__proto__":{"currency":"EUR"}}') as unknown;
    const answer = await desk.purser.api.send(query, { input });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(({} as Record<string, unknown>)['currency']).toBeUndefined();
  });
});

describe('createOrder with unusual input', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  it.each([
    { purpose: '👩‍👩‍👧‍👦 family ticket' },
    { purpose: `'"; DROP TABLE orders; --` },
    { purpose: '<script>alert(1)</script> {{7*7}} ${x} =HYPERLINK("x")' },
    { purpose: 'Ünïcödé 日本語 العربية' },
    { purpose: 'e\u0301 is not é' },
    { purpose: 'x'.repeat(500) },
    { externalId: '👨‍💻-1' },
    { externalId: '%_\\' },
    { externalId: 'y'.repeat(128) },
    { amount: '999999999999.99', currency: null },
    { amount: '0.01', currency: null },
    { amount: '1.234', currency: 'KWD' },
    { amount: '1.50', currency: 'EUR' },
    { amount: '100', currency: 'JPY' },
  ])('returns %j exactly as given', async (input) => {
    const order = await createdOrder(desk.purser.api, input);
    expect(order).toMatchObject(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
    expect(await desk.sandbox.findOrder(order.externalId)).toBeDefined();
  });

  it('either accepts an amount exactly as written, or refuses it and names the field', async () => {
    const digits = fc.stringMatching(/^[0-9.eE+, -]{1,18}$/);
    await fc.assert(
      fc.asyncProperty(fc.oneof(digits, fc.string({ unit: 'binary', maxLength: 30 })), async (amount) => {
        const answer = await desk.purser.api.send<{ createOrder: OrderPayload }>(
          `mutation ($input: CreateOrderInput!) {
             createOrder(input: $input) { order { amount } userErrors { code message field } } }`,
          { input: orderInput({ amount, currency: null }) },
        );
        if (answer.data?.createOrder.order) {
          // The answer has as many decimals as the terminal's currency, so the zeros at the end may differ.
          expect(withoutZeros(answer.data.createOrder.order.amount)).toBe(withoutZeros(amount));
        } else {
          const [error] = answer.data?.createOrder.userErrors ?? [];
          expect(error?.field ?? answer.errors[0]?.extensions.field).toEqual(['input', 'amount']);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function withoutZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
