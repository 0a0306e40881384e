import { randomUUID } from 'node:crypto';
import type { GraphqlAnswer, GraphqlClient } from '../support/graphql-client.js';
import { TEST_SETTINGS } from '../support/purser.js';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * A payout that can be made, and what the provider must receive for it. Written from the provider's document, not from
 * the code.
 */
export interface Route {
  readonly title: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly amount: string;
  /** The amount as it must be written in the request to the provider. */
  readonly literal: string;
  readonly serviceId?: number;
  readonly recipient: Readonly<Record<string, string>>;
  /** The recipient's fields that are written differently in the request to the provider. */
  readonly wire?: Readonly<Record<string, string>>;
}

const PERSON = { name: 'Ana Souza', userId: 'user-7' };

const to = (requisites: string, further: Readonly<Record<string, string>> = {}) => ({
  ...PERSON,
  requisites,
  ...further,
});

const PIX: readonly Route[] = (
  [
    ['EMAIL', 'ana.souza@correio.example', '1050.10', '1050.1'],
    ['PHONE', '+5521987654321', '0.01', '0.01'],
    ['CPF', '11144477735', '7.00', '7'],
    ['CNPJ', '11444777000161', '987654321.09', '987654321.09'],
    ['CNPJ', '12ABC34501DE35', '0.1', '0.1'],
    ['RANDOM_KEY', '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11', '3.30', '3.3'],
  ] as const
).map(([paymentType, key, amount, literal]) => ({
  title: `the PIX key ${key}`,
  currency: 'BRL',
  paymentType,
  amount,
  literal,
  recipient: to(key),
}));

const BANGLADESH: readonly Route[] = ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'].flatMap((bankName, position) => {
  const user = { bankName, userEmail: 'Ana@correio.example', userPhone: '+8801912345678', userIp: '2001:db8::7' };
  const route = { currency: 'BDT', amount: `80${position}.50`, literal: `80${position}.5`, serviceId: 301 };
  const wire = { userPhone: '8801912345678' };
  return [
    { ...route, title: `${bankName} by card`, paymentType: 'C2C', recipient: to('5555555555554444', user), wire },
    {
      ...route,
      title: `${bankName} by phone`,
      paymentType: 'SIM',
      recipient: to('+8801712345678', user),
      wire: { ...wire, requisites: '8801712345678' },
    },
  ];
});

const WEST_AFRICA: readonly Route[] = (
  [
    ['Senegal by the default service', undefined, '221771234567', '5', '5'],
    ['Senegal through Wave', 202, '221771234568', '5000', '5000'],
    ["Côte d'Ivoire through MTN", 205, '2250712345678', '999995', '999995'],
    ['Benin through MTN', 208, '2290197123456', '10', '10'],
    ['Togo through Moov', 209, '22890123456', '1000000', '1000000'],
  ] as const
).map(([title, serviceId, phone, amount, literal]) => ({
  title,
  currency: 'XOF',
  paymentType: 'SIM',
  amount,
  literal,
  ...(serviceId !== undefined && { serviceId }),
  recipient: to(phone, { userEmail: 'ana@correio.example', userIp: '203.0.113.9' }),
}));

const BY_AGREEMENT: readonly Route[] = (
  [
    ['CDF', '243812345678', '1500.50', '1500.5'],
    ['GHS', '233241234567', '15', '15'],
    ['KES', '254722123456', '1501.0', '1501'],
    ['NGN', '2348031234567', '1500.05', '1500.05'],
    ['ZAR', '27821234567', '0.99', '0.99'],
    ['UGX', '256772123456', '15001', '15001'],
    ['TZS', '255754123456', '15003', '15003'],
    ['ZMW', '260977123456', '15.25', '15.25'],
  ] as const
).map(([currency, phone, amount, literal]) => ({
  title: `the wallet ${phone}`,
  currency,
  paymentType: 'SIM',
  amount,
  literal,
  recipient: to(phone),
}));

const GAME: readonly Route[] = ['RUB', 'KZT', 'UAH', 'USD'].map((currency, position) => ({
  title: 'a game account',
  currency,
  paymentType: 'ACCOUNT_LOGIN',
  amount: `1${position}.75`,
  literal: `1${position}.75`,
  recipient: to('northern_fox'),
}));

const RUSSIA: Route = {
  title: 'a phone number in Russia',
  currency: 'RUB',
  paymentType: 'PHONE_TRANSFER',
  amount: '1500.50',
  literal: '1500.5',
  serviceId: 101,
  recipient: to('+79261234567', { bankName: '100000000002' }),
};

/**
 * Every destination with each of its currencies and payment types. A BDT payout by agreement would look like any other
 * to Bangladesh, so it has no route.
 */
export const ROUTES: readonly Route[] = [...PIX, ...BANGLADESH, RUSSIA, ...WEST_AFRICA, ...BY_AGREEMENT, ...GAME];

/** The first route for each currency and payment type. */
export const KINDS: readonly Route[] = ROUTES.filter(
  (route, position) =>
    position ===
    ROUTES.findIndex(({ currency, paymentType }) => currency === route.currency && paymentType === route.paymentType),
);

/** Returns a valid input for the first route with a currency and payment type. Overrides may break it. */
export function inputTo(currency: string, paymentType: string, overrides: Fields = {}): Fields {
  const route = ROUTES.find((candidate) => candidate.currency === currency && candidate.paymentType === paymentType);
  if (!route) throw new Error(`Nothing is paid in ${currency} by ${paymentType}`);
  return inputOf(route, overrides);
}

/** Returns the input of `createPayout` for a route. Each field of the recipient can be overridden separately. */
export function inputOf(
  route: Pick<Route, keyof Route & InputField>,
  { recipient, ...overrides }: Fields = {},
): Fields {
  const { currency, paymentType, amount, serviceId } = route;
  return {
    idempotencyKey: randomUUID(),
    amount,
    currency,
    paymentType,
    ...(serviceId !== undefined && { serviceId }),
    recipient: { ...route.recipient, ...(recipient as Fields | undefined) },
    ...overrides,
  };
}

type InputField = 'currency' | 'paymentType' | 'amount' | 'serviceId' | 'recipient';

interface Remark {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

export interface CreatedPayout {
  readonly payout: {
    readonly id: string;
    readonly status: string;
    readonly destination: string;
    readonly providerPayoutId: string | null;
    readonly attempts: readonly { readonly id: string }[];
  } | null;
  readonly warnings: readonly Remark[];
  readonly userErrors: readonly Remark[];
}

const CREATE_PAYOUT = `mutation ($input: CreatePayoutInput!) { createPayout(input: $input) {
  payout { id status destination providerPayoutId attempts { id } }
  warnings { code field message } userErrors { code field message } } }`;

export function askForPayout(
  api: GraphqlClient,
  input: Fields,
): Promise<GraphqlAnswer<{ readonly createPayout: CreatedPayout }>> {
  return api.send(CREATE_PAYOUT, { input });
}

/**
 * Sends createPayout.
 * @throws Error if the API rejects the request itself; user errors are returned
 */
export async function createPayout(api: GraphqlClient, input: Fields): Promise<CreatedPayout> {
  const { data, errors } = await askForPayout(api, input);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.createPayout;
}

export interface ProviderVerdict {
  readonly status: number;
  /** The field that the provider rejects. */
  readonly field: string | null;
}

/** Sends a payout directly to the provider, bypassing Purser, with the amount exactly as in the input. */
export async function sendPast(providerUrl: string, input: Fields): Promise<ProviderVerdict> {
  const { idempotencyKey: _, amount, recipient, paymentType, ...others } = input;
  const json = JSON.stringify({ ...others, paymentType: wirePaymentType(String(paymentType)), account: recipient });
  const response = await fetch(`${providerUrl}/v1/payouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': TEST_SETTINGS.PROVIDER_API_TOKEN },
    body: `{"amount":${String(amount)},${json.slice(1)}`,
  });
  const { field = null } = (await response.json()) as { field?: string | null };
  return { status: response.status, field };
}

/** The provider's document gives only a placeholder for this payment type. */
export function wirePaymentType(paymentType: string): string {
  return paymentType === 'PHONE_TRANSFER' ? '<PHONE_TRANSFER>' : paymentType;
}
