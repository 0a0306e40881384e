import { type Fields, inputTo } from '../e2e/payout-destinations.table.js';

/** An input that breaks one rule, and the expected problem. */
export interface Violation {
  readonly title: string;
  readonly input: Fields;
  /** The code of the user error, or BAD_USER_INPUT if the value does not fit the input type. */
  readonly code: string;
  /** Path below `input`. */
  readonly field: readonly string[];
  /** The field that the provider rejects; absent if the rule is only Purser's. */
  readonly provider?: string;
}

const WHOLE = ['XOF', 'TZS', 'KES', 'GHS', 'UGX'];
const MOBILE = ['XOF', 'TZS', 'KES', 'GHS', 'UGX', 'CDF', 'NGN', 'ZAR', 'ZMW'];
const ROUTE_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MOBILE.map((currency) => [currency, 'SIM'])),
  ...{
    BRL: 'EMAIL',
    BDT: 'C2C',
    RUB: 'PHONE_TRANSFER',
    KZT: 'ACCOUNT_LOGIN',
    UAH: 'ACCOUNT_LOGIN',
    USD: 'ACCOUNT_LOGIN',
  },
};

/** Returns a value as it appears in a test's name. */
export function titleOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}… of ${text.length} characters` : text;
}

/** A field of a recipient, for one currency and payment type. */
export interface Place {
  readonly currency: string;
  readonly paymentType: string;
  readonly field: string;
}

/** Returns a mistake in one field of an otherwise valid recipient. */
export function recipient(
  { currency, paymentType, field }: Place,
  value: unknown,
  expected: { readonly code: string; readonly provider?: string | undefined; readonly title?: string },
): Violation {
  const { code, provider, title = titleOf(value) } = expected;
  return {
    title: `${field} ${title} in ${currency} by ${paymentType}`,
    input: inputTo(currency, paymentType, { recipient: { [field]: value } }),
    code,
    field: ['recipient', field],
    ...(provider !== undefined && { provider }),
  };
}

export const requisites = (currency: string, paymentType: string): Place => ({
  currency,
  paymentType,
  field: 'requisites',
});

const inTheCurrency = (currency: string, overrides: Fields): Fields =>
  inputTo(currency, ROUTE_OF[currency] ?? '', overrides);

const amount = (currency: string, code: string, value: unknown, provider?: string): Violation => ({
  title: `${titleOf(value)} ${currency}`,
  input: inTheCurrency(currency, { amount: value }),
  code,
  field: ['amount'],
  ...(provider !== undefined && { provider }),
});

/** Amounts with one to five decimals in every currency, where the currency does not allow as many. */
const PRECISE = Object.keys(ROUTE_OF).flatMap((currency) =>
  ['15.5', '15.25', '15.125', '15.0625', '15.03125'].flatMap((value) => {
    const digits = value.split('.')[1]!.length;
    if (digits === 5) return [amount(currency, 'BAD_USER_INPUT', value, 'amount')];
    if (WHOLE.includes(currency)) return [amount(currency, 'AMOUNT_NOT_WHOLE', value, 'amount')];
    // The provider's document says nothing about decimals that a currency does not have.
    return digits > 2 ? [amount(currency, 'AMOUNT_TOO_PRECISE', value)] : [];
  }),
);

const AMOUNTS: readonly Violation[] = [
  ...PRECISE,
  ...['1', '4', '6', '12', '1000001', '999999999999'].map((value) =>
    amount('XOF', 'AMOUNT_NOT_MULTIPLE_OF_5', value, 'amount'),
  ),
  ...['BRL', 'XOF', 'KES'].flatMap((currency) =>
    ['0', '0.0', '0.0000'].map((value) => amount(currency, 'AMOUNT_NOT_POSITIVE', value, 'amount')),
  ),
  ...['-1', '-0', '-0.01', '1e3', '1E3', '1e-2', '1234567890123', '0.00001'].map((value) =>
    amount('BRL', 'BAD_USER_INPUT', value, 'amount'),
  ),
  ...[
    ...['', ' ', '+1', '.5', '5.', '007', '1,5', '1_000', '0x10', 'NaN', 'Infinity', '15\n', ' 15', '1\u00a0500'],
    ...['١٥', '１５', '15\u0000', '5'.repeat(25_000), 15, 15.5, 0, -5, 9_007_199_254_740_992, true, null, undefined],
  ].map((value) => amount('BRL', 'BAD_USER_INPUT', value)),
];

const route = (currency: unknown, paymentType: unknown, expected: Omit<Violation, 'title' | 'input'>): Violation => ({
  title: `${titleOf(currency)} by ${titleOf(paymentType)}`,
  // An amount that is valid in every currency.
  input: inputTo('BRL', 'EMAIL', { amount: '15', currency, paymentType }),
  ...expected,
});

const TYPES: readonly (readonly [string, string])[] = [
  ...['C2C', 'SIM', 'PHONE_TRANSFER', 'ACCOUNT_LOGIN'].map((type) => ['BRL', type] as const),
  ...['EMAIL', 'CPF', 'PHONE_TRANSFER'].map((type) => ['BDT', type] as const),
  ...['SIM', 'C2C', 'EMAIL', 'PHONE'].map((type) => ['RUB', type] as const),
  ...['KZT', 'UAH', 'USD'].flatMap((currency) => [[currency, 'PHONE_TRANSFER'] as const, [currency, 'SIM'] as const]),
  ...MOBILE.flatMap((currency) => [[currency, 'C2C'] as const, [currency, 'ACCOUNT_LOGIN'] as const]),
  ...['email', 'EMAIL ', 'Email', 'PIX', 'constructor', '__proto__', '0'].map((type) => ['BRL', type] as const),
];

const ROUTES: readonly Violation[] = [
  ...TYPES.map(([currency, type]) =>
    route(currency, type, { code: 'PAYMENT_TYPE_NOT_SUPPORTED', field: ['paymentType'], provider: 'paymentType' }),
  ),
  ...['', '\u0000', 'x'.repeat(10_000)].map((type) =>
    route('BRL', type, { code: 'PAYMENT_TYPE_NOT_SUPPORTED', field: ['paymentType'], provider: 'paymentType' }),
  ),
  ...['EUR', 'JPY', 'XAF', 'KWD'].map((currency) =>
    route(currency, 'EMAIL', { code: 'CURRENCY_NOT_SUPPORTED', field: ['currency'], provider: 'currency' }),
  ),
  ...['brl', 'Brl', 'XXX', 'BTC', 'USDT', ' BRL', 'BRL\u0000', '', 'ＢＲＬ', 'constructor', '__proto__'].map(
    (currency) => route(currency, 'EMAIL', { code: 'BAD_USER_INPUT', field: ['currency'], provider: 'currency' }),
  ),
  ...[986, true, null, undefined].map((currency) =>
    route(currency, 'EMAIL', { code: 'BAD_USER_INPUT', field: ['currency'], provider: 'currency' }),
  ),
  ...[1, true, null, undefined].map((type) =>
    route('BRL', type, { code: 'BAD_USER_INPUT', field: ['paymentType'], provider: 'paymentType' }),
  ),
];

/** Texts that people cannot read, or that look like another text. */
export const UNPRINTABLE = [
  ' ',
  ' prize',
  'prize ',
  'prize\u00a0',
  'pri\u0000ze',
  'pri\nze',
  'pri\r\nze',
  'pri\tze',
  'pri\u007fze',
  'pri\u009fze',
  'pri\u202eze',
  'pri\u200fze',
  'pri\u200bze',
  'pri\u2028ze',
  'pri\ufeffze',
  'pri\ud83dze',
  '\ude00prize',
];

const TEXTS: readonly Violation[] = [
  { field: 'idempotencyKey', longest: 200 },
  { field: 'note', longest: 500 },
  { field: 'externalId', longest: 128 },
].flatMap(({ field, longest }) => [
  ...['', ...UNPRINTABLE, 'p'.repeat(longest + 1), 'p'.repeat(10_000)].map((value) => ({
    title: `${field} ${titleOf(value)}`,
    input: inputTo('BRL', 'EMAIL', { [field]: value }),
    code: 'TEXT_INVALID',
    field: [field],
  })),
  ...[7, true, {}].map((value) => ({
    title: `${field} ${titleOf(value)}`,
    input: inputTo('BRL', 'EMAIL', { [field]: value }),
    code: 'BAD_USER_INPUT',
    field: [field],
    // The provider never sees idempotency keys.
    ...(field !== 'idempotencyKey' && { provider: field }),
  })),
]);

const IDS: readonly Violation[] = [
  ...[1.5, '101', 2_147_483_648, true].map((value) => ({
    title: `serviceId ${titleOf(value)}`,
    input: inputTo('BRL', 'EMAIL', { serviceId: value }),
    code: 'BAD_USER_INPUT',
    field: ['serviceId'],
    provider: 'serviceId',
  })),
  ...['7', '', `' OR 1=1 --`, '0'.repeat(36)].map((value) => ({
    title: `accountId ${titleOf(value)}`,
    input: inputTo('BRL', 'EMAIL', { accountId: value }),
    code: 'BAD_USER_INPUT',
    field: ['accountId'],
  })),
  {
    title: 'accountId of nobody',
    input: inputTo('BRL', 'EMAIL', { accountId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' }),
    code: 'ACCOUNT_NOT_FOUND',
    field: ['accountId'],
  },
  ...['status', 'createdBy', 'callbackUrl', 'constructor'].map((field) => ({
    title: `the field ${field}, which there is not`,
    input: inputTo('BRL', 'EMAIL', { [field]: 'x' }),
    code: 'BAD_USER_INPUT',
    field: [field],
  })),
];

/** All mistakes in a payout besides those in its recipient. */
export const VIOLATIONS: readonly Violation[] = [...AMOUNTS, ...ROUTES, ...TEXTS, ...IDS];
