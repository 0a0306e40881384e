import { type Desk, openDesk } from '../support/desk.js';
import { cardText, enableEveryMethod } from '../support/h2h.js';
import { countOrders, createOrder, sendOrder } from '../support/orders.js';
import { CARD_FIELDS, PAYER, type PayerField, payerWith, payerWithout } from '../e2e/order-methods.table.js';

type Input = Readonly<Record<string, unknown>>;

interface BadInput {
  readonly title: string;
  readonly input: Input;
  /** The code of the user error, or BAD_USER_INPUT if the value does not fit the input type. */
  readonly code: string;
  /** The path below `input`. */
  readonly field: string;
  readonly value: unknown;
}

const SUCCEEDS = '4111111111111111';
const AMEX = '378282246310005';
const customer = payerWith(CARD_FIELDS);

const badCustomer = (name: string, code: string, values: readonly unknown[]): BadInput[] =>
  values.map((value) => ({
    title: `customer.${name} ${titleOf(value)}`,
    input: { customer: { ...customer, [name]: value } },
    code,
    field: `customer.${name}`,
    value,
  }));

const badCard = (name: string, code: string, values: readonly unknown[], number = SUCCEEDS): BadInput[] =>
  values.map((value) => ({
    title: `card.${name} ${titleOf(value)}`,
    input: { card: { ...cardText(number), [name]: value } },
    code,
    field: `card.${name}`,
    value,
  }));

function titleOf(value: unknown): string {
  const text = value === undefined ? 'that is not there' : JSON.stringify(value);
  return text.length > 60 ? `of ${text.length} characters` : text;
}

const UNSOUND = ['', ' ', ' Lisboa', 'Lisboa ', 'Lis\nboa', 'Lis\u202eboa', 'x'.repeat(201)];
const FOREIGN_ADDRESSES = [
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['192.0.2.7', '::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:10.0.0.1', '2001:db8::1'],
  ...['', 'localhost', '256.1.1.1', '81.2.69', '0x51.2.69.142', '1359103374', '81.2.69.142:80', 'fe80::1%eth0'],
];

const CUSTOMERS: readonly BadInput[] = [
  ...CARD_FIELDS.flatMap((name) => [
    ...badCustomer(name, 'CUSTOMER_FIELD_REQUIRED', [undefined, null]),
    ...badCustomer(name, 'CUSTOMER_FIELD_INVALID', ['']),
    ...badCustomer(name, 'BAD_USER_INPUT', [41735, true, {}, ['41735']]),
  ]),
  ...(['firstName', 'lastName', 'city', 'region', 'postcode', 'address', 'state'] as const).flatMap((name) =>
    badCustomer(name, 'CUSTOMER_FIELD_INVALID', [...UNSOUND, SUCCEEDS, 'flat 4111 1111 1111 1111']),
  ),
  ...badCustomer('email', 'CUSTOMER_FIELD_INVALID', [
    ...['ada', 'ada@', '@shop.example', 'ada@localhost', 'ada@81.2.69.142', 'ada lovelace@shop.example'],
    ...['ada@shop.example, mary@shop.example', 'Ada <ada@shop.example>', ' ada@shop.example', 'ada@shop.example\n'],
    `${'a'.repeat(65)}@shop.example`,
  ]),
  ...badCustomer('phone', 'CUSTOMER_FIELD_INVALID', [
    ...[
      '351210000000',
      '00351210000000',
      '+351 210 000 000',
      '+351-210-000-000',
      '(0)210000000',
      '+1',
      '+999123456789',
    ],
    ...['+351210000000 ext. 5', '+351210000000000000000', 'tel:+351210000000', '٣٥١٢١٠٠٠٠٠٠٠'],
  ]),
  ...badCustomer('birthday', 'CUSTOMER_FIELD_INVALID', [
    ...['10.12.1985', '1985/12/10', '85-12-10', '1985-2-3', '1985-12-10T00:00:00Z', '19851210'],
    ...['1985-02-30', '1985-13-01', '1985-00-10', '1899-12-31', '2999-01-01', '0000-00-00'],
  ]),
  ...badCustomer('country', 'CUSTOMER_FIELD_INVALID', ['pt', 'PRT', 'XX', 'ZZ', 'Portugal', '620', 'P', 'ＰＴ']),
  // A card does not require an IP address, but if given it must be valid.
  ...badCustomer('ip', 'CUSTOMER_FIELD_INVALID', FOREIGN_ADDRESSES),
  ...badCustomer('shoeSize', 'BAD_USER_INPUT', ['41735']),
];

const CARDS: readonly BadInput[] = [
  ...(['cardNumber', 'cardholderName', 'expiryDate', 'cvv'] as const).flatMap((name) =>
    badCard(name, 'BAD_USER_INPUT', [undefined, null, 41735, true, {}]),
  ),
  ...badCard('cardNumber', 'BAD_USER_INPUT', ['', '4'.repeat(65), 4111111111111111]),
  ...badCard('cardNumber', 'CARD_NUMBER_INVALID', [
    ...['4111111111111112', '41111111111', '41111111111111111111', '0000000000000000', '411111111111111O'],
    ...['4111.1111.1111.1111', '4111  1111 1111 1111', ' 4111111111111111', '-4111111111111111', '٤١١١١١١١١١١١١١١١'],
    ...['4111111111111111\n', '[secret]', '411111******1111'],
  ]),
  ...badCard('cardholderName', 'CARDHOLDER_NAME_INVALID', [
    ...UNSOUND.map((text) => text.replace('x'.repeat(201), 'x'.repeat(101))),
    ...['Ada 41735', SUCCEEDS, '４１７３５'],
  ]),
  ...badCard('expiryDate', 'CARD_EXPIRY_INVALID', [
    ...['', '13/39', '00/39', '1/39', '12/2039', '1239', '12-39', '39/12', ' 12/39', '12/39 ', '12/99', '１２/39'],
  ]),
  ...badCard('expiryDate', 'CARD_EXPIRED', ['01/20', '12/00', '08/24']),
  ...badCard('cvv', 'BAD_USER_INPUT', ['', '1'.repeat(65)]),
  ...badCard('cvv', 'CARD_CVV_INVALID', ['12', '12345', 'abc', '1 3', ' 123', '12.', '１２３', '8642']),
  ...badCard('cvv', 'CARD_CVV_INVALID', ['123'], AMEX),
  ...badCard('pin', 'BAD_USER_INPUT', ['41735']),
];

const WHOLE: readonly BadInput[] = [
  ...[undefined, null].map((value) => ({
    title: `card ${titleOf(value)}`,
    input: { card: value },
    code: 'CARD_REQUIRED',
    field: 'card',
    value,
  })),
  ...['HOSTED_PAGE', 'CARD_H2H', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'].map((method) => ({
    title: `card with ${method}`,
    input: { method, customer: PAYER },
    code: 'CARD_NOT_TAKEN',
    field: 'card',
    value: undefined,
  })),
];

/** Returns the value if it could be recognised in a text. Shorter values and country names occur in any sentence. */
function tellingValue({ field, value }: BadInput): string | null {
  return typeof value === 'string' && value.trim().length >= 5 && field !== 'customer.country' ? value : null;
}

describe('order with a card and bad input', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
    await enableEveryMethod(desk.purser);
  });

  afterEach(async () => {
    expect(await countOrders(desk.purser.api)).toBe(0);
    expect(await desk.sandbox.countRequests()).toEqual({});
  });

  afterAll(async () => {
    await desk.close();
  });

  const sound = { method: 'CARD_IN_ORDER', customer, card: cardText(SUCCEEDS) };

  it.each([...CUSTOMERS, ...CARDS, ...WHOLE])('an order is refused for $title', async (bad) => {
    const answer = await sendOrder(desk.purser.api, { ...sound, ...bad.input });
    const refusals = answer.data?.createOrder.userErrors ?? [];
    const faults = answer.errors.map(({ extensions, message }) => ({ ...extensions, message }));
    expect(answer.data?.createOrder.order ?? null).toBeNull();
    expect([...refusals, ...faults]).toMatchObject([{ code: bad.code, field: ['input', ...bad.field.split('.')] }]);
    const value = tellingValue(bad);
    if (value === null) return;
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(value).slice(1, -1));
    // Addresses like our own may appear in the log.
    if (bad.field !== 'customer.ip') expect(desk.purser.logLines.join()).not.toContain(value);
  });

  it('all missing and wrong fields are named together', async () => {
    const { order, userErrors } = await createOrder(desk.purser.api, {
      ...sound,
      amount: '0',
      purpose: ' ',
      customer: { ...payerWithout('city', CARD_FIELDS), birthday: '1985-02-30', ip: '127.0.0.1' },
      card: cardText('4111111111111112', { cvv: '1', expiryDate: '01/20', cardholderName: '1' }),
    });
    expect(order).toBeNull();
    expect(userErrors.map(({ code, field }) => `${code} ${field!.slice(1).join('.')}`).sort()).toEqual([
      'AMOUNT_NOT_POSITIVE amount',
      'CARDHOLDER_NAME_INVALID card.cardholderName',
      'CARD_CVV_INVALID card.cvv',
      'CARD_EXPIRED card.expiryDate',
      'CARD_NUMBER_INVALID card.cardNumber',
      'CUSTOMER_FIELD_INVALID customer.birthday',
      'CUSTOMER_FIELD_INVALID customer.ip',
      'CUSTOMER_FIELD_REQUIRED customer.city',
      'PURPOSE_INVALID purpose',
    ]);
  });

  it.each([undefined, null, {}])(
    'all fields of the payer are named as missing when the customer is %j',
    async (nobody) => {
      const { userErrors } = await createOrder(desk.purser.api, { ...sound, customer: nobody });
      expect(userErrors.map(({ field }) => field!.at(-1) as PayerField).sort()).toEqual([...CARD_FIELDS].sort());
    },
  );
});
