import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { buildSchema, getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { type Desk, openDesk } from '../support/desk.js';
import { createdOrder, createOrder, orderInput } from '../support/orders.js';
import { createPayout, payoutInput, recordedPayout } from '../support/payouts.js';

type Input = Record<string, unknown>;

/** Another value for a field, and the name by which the refusal calls it; a text says why the field is exempt. */
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
  externalId: { to: 'another-id' },
  allowsSharedExternalId: { to: true },
  // Named together: a refusal that names each field would let a caller guess each by itself.
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
  'card.cardNumber': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.cardholderName': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.expiryDate': 'a whole card is needed; order-methods-card.spec.ts changes it',
  'card.cvv': 'three digits could be guessed from a stored hash',
};

describe('the idempotency fingerprint', () => {
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
    { input: 'CreatePayoutInput', table: PAYOUT },
    { input: 'CreateOrderInput', table: ORDER },
  ])('is tested for every field of $input', ({ input, table }) => {
    expect(Object.keys(table).sort()).toEqual(fieldPaths(schema, input).sort());
  });

  it.each(changesOf(PAYOUT))('of a payout changes with $path', async ({ path, to, named }) => {
    const input = payoutInput();
    await recordedPayout(desk.purser.api, input);
    const { userErrors } = await createPayout(desk.purser.api, changed(input, path, to));
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(userErrors[0]!.message).toContain(`it differs in ${named}.`);
  });

  it.each(changesOf(ORDER))('of an order changes with $path', async ({ path, to, named }) => {
    const input = orderInput({ idempotencyKey: randomUUID(), externalId: randomUUID() });
    await createdOrder(desk.purser.api, input);
    const { userErrors } = await createOrder(desk.purser.api, changed(input, path, to));
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(userErrors[0]!.message).toContain(`it differs in ${named}.`);
  });
});

function changesOf(table: Changes): { path: string; to: unknown; named: string }[] {
  return Object.entries(table).flatMap(([path, change]) =>
    typeof change === 'string' ? [] : [{ path, to: change.to, named: change.named ?? path }],
  );
}

/** The fields of an input, those of an input within it by their path. */
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
