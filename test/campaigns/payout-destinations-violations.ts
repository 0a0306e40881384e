import { type Fields, inputTo } from '../e2e/payout-destinations.table.js';

/** An input that breaks one rule, and what must be said about it. */
export interface Violation {
  readonly title: string;
  readonly input: Fields;
  /** The code of a user error, or BAD_USER_INPUT for what no type of the schema takes. */
  readonly code: string;
  /** Path below `input`. */
  readonly field: readonly string[];
  /** The field that the provider finds wrong; absent where the rule is Purser's own. */
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

/** A value as a title shows it. */
export function titleOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}… of ${text.length} characters` : text;
}

/** A field of a recipient. */
export interface Place {
  readonly currency: string;
  readonly paymentType: string;
  readonly field: string;
}

/** A violation in one field of an otherwise valid recipient. */
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

/** Every currency with one to five digits after the point, as far as it does not take so many. */
const PRECISE = Object.keys(ROUTE_OF).flatMap((currency) =>
  ['15.5', '15.25', '15.125', '15.0625', '15.03125'].flatMap((value) => {
    const digits = value.split('.')[1]!.length;
    if (digits === 5) return [amount(currency, 'BAD_USER_INPUT', value, 'amount')];
    if (WHOLE.includes(currency)) return [amount(currency, 'AMOUNT_NOT_WHOLE', value, 'amount')];
    // The interface says nothing of decimals that a currency does not have.
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
  // An amount of every currency.
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

/** Texts that nobody can read, or that look like another. */
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
    // Keys are between Purser and its callers.
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

/** Everything that can be wrong with a payout besides its recipient. */
export const VIOLATIONS: readonly Violation[] = [...AMOUNTS, ...ROUTES, ...TEXTS, ...IDS];
