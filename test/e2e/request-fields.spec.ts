import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { buildSchema, getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { createdOrder, createOrder, orderInput } from '../support/orders.js';
import { createPayout, payoutInput, recordedPayout } from '../support/payouts.js';

type Input = Record<string, unknown>;

/**
 * For each field: the value given, where it is shown, and where it is sent. A sentence instead of a path says why not.
 */
type Places = Readonly<Record<string, readonly [given: unknown, shown: string, sent: string]>>;

const SEALED = 'recipient.';

const PAYOUT_PLACES: Places = {
  accountId: [null, 'The first account is taken.', 'The token of the account is sent.'],
  idempotencyKey: [randomUUID(), 'idempotencyKey', 'The provider has no idempotency keys.'],
  amount: ['12.55', 'amount', 'amount'],
  currency: ['BRL', 'currency', 'currency'],
  paymentType: ['EMAIL', 'paymentType', 'type'],
  serviceId: [401, 'serviceId', 'serviceId'],
  note: ['For March', 'note', 'note'],
  reference: ['CONTRACT-17', 'reference', 'note'],
  externalId: [randomUUID(), 'externalId', 'The provider gets the id of the attempt.'],
  allowsSharedExternalId: [
    true,
    'It decides whether the payout is recorded.',
    'It decides whether the payout is recorded.',
  ],
  'recipient.name': ['Ana Souza', `${SEALED}name`, 'account.name'],
  'recipient.requisites': ['ana.fields@example.com', `${SEALED}requisites`, 'account.requisites'],
  'recipient.userId': ['user-1', `${SEALED}userId`, 'account.userId'],
  'recipient.bankName': [null, 'This destination refuses it.', 'This destination refuses it.'],
  'recipient.userEmail': [null, 'This destination refuses it.', 'This destination refuses it.'],
  'recipient.userPhone': [null, 'This destination refuses it.', 'This destination refuses it.'],
  'recipient.userIp': [null, 'This destination refuses it.', 'This destination refuses it.'],
};

const NOT_KEPT = 'Personal data of a payer are sent, and not kept.';
const MASKED = 'It is kept as a hash and a mask: order-customers.spec.ts.';
const CARD = 'card-canary.spec.ts and order-methods-card.spec.ts follow a card.';

const ORDER_PLACES: Places = {
  accountId: [null, 'The first account is taken.', 'The token of the account is sent.'],
  idempotencyKey: [randomUUID(), 'A key of the caller is told to nobody.', 'The provider has no idempotency keys.'],
  amount: ['12.55', 'amount', 'amount'],
  currency: ['EUR', 'currency', 'It chooses the account, whose terminal has the currency.'],
  externalId: [randomUUID(), 'externalId', 'externalId'],
  method: ['HOSTED_PAGE', 'method', 'The sandbox names methods in its own words.'],
  purpose: ['Two tickets', 'purpose', 'purpose'],
  successUrl: ['https://shop.example/paid', 'successUrl', 'successUrl'],
  failUrl: ['https://shop.example/failed', 'failUrl', 'failUrl'],
  'customer.email': ['ana@example.com', MASKED, 'customer.email'],
  'customer.phone': ['+5511987654321', MASKED, 'customer.phone'],
  'customer.firstName': ['Ana', NOT_KEPT, 'customer.firstName'],
  'customer.lastName': ['Souza', NOT_KEPT, 'customer.lastName'],
  'customer.birthday': ['1990-01-02', NOT_KEPT, 'customer.birthday'],
  'customer.country': ['BR', NOT_KEPT, 'customer.country'],
  'customer.city': ['Belem', NOT_KEPT, 'customer.city'],
  'customer.region': ['Norte', NOT_KEPT, 'customer.region'],
  'customer.state': ['PA', NOT_KEPT, 'customer.state'],
  'customer.postcode': ['66000', NOT_KEPT, 'customer.postcode'],
  'customer.address': ['Rua 1', NOT_KEPT, 'customer.address'],
  'customer.ip': ['8.8.8.8', NOT_KEPT, 'customer.ip'],
  customerId: ['customer-7', MASKED, 'The provider learns no ids of customers.'],
  'card.cardNumber': [null, CARD, CARD],
  'card.cardholderName': [null, CARD, CARD],
  'card.expiryDate': [null, CARD, CARD],
  'card.cvv': [null, CARD, CARD],
};

/** For each field: another value, and the name in the refusal. A sentence instead says why the field is exempt. */
type Changes = Readonly<Record<string, { readonly to: unknown; readonly named?: string } | string>>;

const ELSEWHERE = 'a key belongs to one account, so another account is another key';

const PAYOUT: Changes = {
  accountId: ELSEWHERE,
  idempotencyKey: 'it is the key itself',
  amount: { to: '13.00' },
  currency: { to: 'USD' },
  paymentType: { to: 'CPF' },
  serviceId: { to: 2 },
  note: { to: 'Another note' },
  reference: { to: 'another-reference' },
  externalId: { to: 'another-id' },
  allowsSharedExternalId: { to: true },
  // The refusal names the recipient as a whole. Naming each field would let a caller guess them one by one.
  'recipient.name': { to: 'Another Name', named: 'recipient' },
  'recipient.requisites': { to: 'another@example.com', named: 'recipient' },
  'recipient.userId': { to: 'another-user', named: 'recipient' },
  'recipient.bankName': { to: 'another-bank', named: 'recipient' },
  'recipient.userEmail': { to: 'another@example.com', named: 'recipient' },
  'recipient.userPhone': { to: '+5511987654321', named: 'recipient' },
  'recipient.userIp': { to: '203.0.113.9', named: 'recipient' },
};

const ORDER: Changes = {
  accountId: ELSEWHERE,
  idempotencyKey: 'it is the key itself',
  amount: { to: '13.00' },
  currency: { to: 'USD' },
  externalId: { to: 'another-id' },
  method: { to: 'BANK_TRANSFER' },
  purpose: { to: 'Another purpose' },
  successUrl: { to: 'https://shop.example/another' },
  failUrl: { to: 'https://shop.example/another' },
  'customer.email': { to: 'another@example.com' },
  'customer.phone': { to: '+5511987654321' },
  'customer.firstName': { to: 'Another' },
  'customer.lastName': { to: 'Another' },
  'customer.birthday': { to: '1990-01-02' },
  'customer.country': { to: 'BR' },
  'customer.city': { to: 'Another' },
  'customer.region': { to: 'Another' },
  'customer.state': { to: 'Another' },
  'customer.postcode': { to: '12345' },
  'customer.address': { to: 'Another street 1' },
  'customer.ip': { to: '203.0.113.9' },
  customerId: { to: 'another-customer' },
  'card.cardNumber': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.cardholderName': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.expiryDate': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.cvv': 'three digits could be guessed from a stored hash',
};

describe('request fields', () => {
  let desk: Desk;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'));
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  const changed = (input: Input, path: string, to: unknown): Input => {
    const [name, inner] = path.split('.') as [string, string | undefined];
    return { ...input, [name]: inner === undefined ? to : { ...(input[name] as Input | undefined), [inner]: to } };
  };

  it.each([
    { input: 'CreatePayoutInput', tables: [PAYOUT, PAYOUT_PLACES] },
    { input: 'CreateOrderInput', tables: [ORDER, ORDER_PLACES] },
  ])('every field of $input is tested', ({ input, tables }) => {
    for (const table of tables) expect(Object.keys(table).sort()).toEqual(fieldPaths(schema, input).sort());
  });

  it('the fields of a payout are stored, shown and sent', async () => {
    const { id, attempts } = await recordedPayout(desk.purser.api, givenIn(PAYOUT_PLACES));
    const shown = pathsOf(PAYOUT_PLACES, 'shown').filter((path) => !path.startsWith(SEALED));
    const { payout } = await desk.purser.api.request<{ payout: Input }>(
      `query ($id: ID!) { payout(id: $id) { ${shown.join(' ')} } }`,
      { id },
    );
    const { recipient } = await revealRecipient(desk.purser.approver, id);
    const [booked] = await desk.sandbox.findPayouts(attempts[0]!.id);
    expectPlaces(PAYOUT_PLACES, { shown: { ...payout, recipient }, sent: booked! });
  });

  it('the fields of an order are stored, shown and sent', async () => {
    const { id, externalId } = await createdOrder(desk.purser.api, givenIn(ORDER_PLACES));
    const { order } = await desk.purser.api.request<{ order: Input }>(
      `query ($id: ID!) { order(id: $id) { ${pathsOf(ORDER_PLACES, 'shown').join(' ')} } }`,
      { id },
    );
    expectPlaces(ORDER_PLACES, { shown: order, sent: (await desk.sandbox.findOrder(externalId))! });
  });

  it.each(changesOf(PAYOUT))(
    'a repeated payout request is refused if it differs in $path',
    async ({ path, to, named }) => {
      const input = payoutInput();
      await recordedPayout(desk.purser.api, input);
      const { userErrors } = await createPayout(desk.purser.api, changed(input, path, to));
      expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
      expect(userErrors[0]!.message).toContain(`it differs in ${named}.`);
    },
  );

  it.each(changesOf(ORDER))(
    'a repeated order request is refused if it differs in $path',
    async ({ path, to, named }) => {
      const input = orderInput({ idempotencyKey: randomUUID(), externalId: randomUUID() });
      await createdOrder(desk.purser.api, input);
      const { userErrors } = await createOrder(desk.purser.api, changed(input, path, to));
      expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
      expect(userErrors[0]!.message).toContain(`it differs in ${named}.`);
    },
  );
});

function changesOf(table: Changes): { path: string; to: unknown; named: string }[] {
  return Object.entries(table).flatMap(([path, change]) =>
    typeof change === 'string' ? [] : [{ path, to: change.to, named: change.named ?? path }],
  );
}

/** Lists the paths of all fields of an input, including nested ones. */
function fieldPaths(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`${name} is no input object`);
  return Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    return isInputObjectType(inner)
      ? fieldPaths(schema, inner.name).map((path) => `${field.name}.${path}`)
      : [field.name];
  });
}

const isPath = (place: string): boolean => !place.includes(' ');

function pathsOf(places: Places, kind: 'shown' | 'sent'): string[] {
  return Object.values(places)
    .map(([, shown, sent]) => (kind === 'shown' ? shown : sent))
    .filter(isPath);
}

function givenIn(places: Places): Input {
  const input: Record<string, unknown> = {};
  for (const [path, [given]] of Object.entries(places)) {
    if (given === null) continue;
    const [name, inner] = path.split('.') as [string, string | undefined];
    input[name] = inner === undefined ? given : { ...(input[name] as Input | undefined), [inner]: given };
  }
  return input;
}

/** Expects the given value, or a text that contains it, at every path. */
function expectPlaces(places: Places, views: { readonly shown: object; readonly sent: object }): void {
  for (const [path, [given, shown, sent]] of Object.entries(places)) {
    for (const [place, view] of [
      [shown, views.shown],
      [sent, views.sent],
    ] as const) {
      if (!isPath(place)) continue;
      const found = place.split('.').reduce<unknown>((at, step) => (at as Input)[step], view);
      expect([path, place, String(found)]).toEqual([path, place, expect.stringContaining(String(given))]);
    }
  }
}

async function revealRecipient(api: GraphqlClient, payoutId: string): Promise<{ readonly recipient: Input }> {
  const { revealPayoutRecipient } = await api.request<{ revealPayoutRecipient: { readonly recipient: Input } }>(
    `mutation ($input: RevealPayoutRecipientInput!) {
       revealPayoutRecipient(input: $input) { recipient { name requisites userId } } }`,
    { input: { payoutId, reason: 'To compare it with what was asked' } },
  );
  return revealPayoutRecipient;
}
