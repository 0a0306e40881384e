import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlError } from '../support/graphql-client.js';
import { cardText, enableEveryMethod } from '../support/h2h.js';
import { countOrders, orderInput, sendOrder } from '../support/orders.js';
import { CARD_FIELDS, payerWith } from './order-methods.table.js';

const NUMBER = '4111111111111111';
// Not a numeric code, so that it cannot occur in an id or a time by chance. Any literal is refused.
const CODE = 'CODE_OF_THE_PAYER';
const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

const REST_OF_CARD = 'cardholderName: "Ada Lovelace" expiryDate: "12/39"';
const CARD = `{ cardNumber: "${NUMBER}" cvv: "${CODE}" ${REST_OF_CARD} }`;
const ORDER = 'amount: "10.50" method: CARD_IN_ORDER';
const ANSWER = '{ userErrors { code } }';

interface Written {
  readonly title: string;
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The fields that the errors name; null for a document that cannot be parsed. */
  readonly fields: readonly string[] | null;
}

const ofNumber = (title: string, literal: string): Written => ({
  title,
  document: `mutation ($cvv: CardCvv!) {
    createOrder(input: { ${ORDER} card: { cardNumber: ${literal} cvv: $cvv ${REST_OF_CARD} } }) ${ANSWER} }`,
  variables: { cvv: '123' },
  fields: ['input.card.cardNumber'],
});

const WRITTEN: readonly Written[] = [
  {
    title: 'a whole card',
    document: `mutation { createOrder(input: { ${ORDER} card: ${CARD} }) ${ANSWER} }`,
    fields: ['input.card.cardNumber', 'input.card.cvv'],
  },
  ofNumber('a card number', `"${NUMBER}"`),
  ofNumber('a card number in a block', `"""${NUMBER}"""`),
  ofNumber('a card number without quotes', NUMBER),
  ofNumber('a card number as an enum value', `N${NUMBER}`),
  ofNumber('a card number in a list', `["${NUMBER}"]`),
  ofNumber('a card number in an object', `{ value: "${NUMBER}" }`),
  {
    title: 'a security code',
    document: `mutation ($number: CardNumber!) {
      createOrder(input: { ${ORDER} card: { cardNumber: $number cvv: "${CODE}" ${REST_OF_CARD} } }) ${ANSWER} }`,
    variables: { number: NUMBER },
    fields: ['input.card.cvv'],
  },
  {
    title: 'the defaults of variables',
    document: `mutation ($number: CardNumber! = "${NUMBER}", $cvv: CardCvv! = "${CODE}") {
      createOrder(input: { ${ORDER} card: { cardNumber: $number cvv: $cvv ${REST_OF_CARD} } }) ${ANSWER} }`,
    fields: ['cvv', 'number'],
  },
  {
    title: 'a default that is not used, since the variable is given',
    document: `mutation ($number: CardNumber = "${NUMBER}", $cvv: CardCvv!) {
      createOrder(input: { ${ORDER} card: { cardNumber: $number cvv: $cvv ${REST_OF_CARD} } }) ${ANSWER} }`,
    variables: { number: NUMBER, cvv: '123' },
    fields: ['number'],
  },
  {
    title: 'the default of a whole input',
    document: `mutation ($input: CreateOrderInput! = { ${ORDER} card: ${CARD} }) {
      createOrder(input: $input) ${ANSWER} }`,
    fields: ['input.card.cardNumber', 'input.card.cvv'],
  },
  {
    title: 'a fragment',
    document: `mutation { ...Pay } fragment Pay on Mutation {
      createOrder(input: { ${ORDER} card: ${CARD} }) ${ANSWER} }`,
    fields: ['input.card.cardNumber', 'input.card.cvv'],
  },
  {
    title: 'the card of another mutation',
    document: `mutation { submitH2hCard(input: { orderId: "${ID}" card: ${CARD} }) ${ANSWER} }`,
    fields: ['input.card.cardNumber', 'input.card.cvv'],
  },
  {
    title: 'the code of another mutation',
    document: `mutation { submitH2hCode(input: { orderId: "${ID}" code: "${CODE}" }) ${ANSWER} }`,
    fields: ['input.code'],
  },
  {
    title: 'a variable that a subscription has no use for',
    document: `subscription ($number: CardNumber = "${NUMBER}") { orderStatusChanged { cursor } }`,
    fields: ['number'],
  },
  {
    title: 'a field that is not there',
    document: `mutation { createOrder(input: { ${ORDER} cardNumber: "${NUMBER}" }) ${ANSWER} }`,
    fields: ['input.cardNumber'],
  },
  {
    title: 'text that does not end',
    document: `mutation { createOrder(input: { ${ORDER} card: { cardNumber: "${NUMBER} } }) ${ANSWER} }`,
    fields: null,
  },
  {
    title: 'digits in groups',
    document: `mutation { createOrder(input: { ${ORDER} card: { cardNumber: ${NUMBER} ${NUMBER} } }) ${ANSWER} }`,
    fields: null,
  },
];

const TYPED = [NUMBER, '4111 1111 1111 1111', '4111-1111-1111-1111', 'my card: 371449635398431.', '№ 5555555555554444'];

describe('card details', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
    await enableEveryMethod(desk.purser);
  });

  afterAll(async () => {
    await desk.close();
  });

  async function expectNoTrace(answer: unknown, secrets: readonly string[]): Promise<void> {
    for (const secret of secrets) {
      expect(JSON.stringify(answer)).not.toContain(secret);
      expect(desk.purser.logLines.join()).not.toContain(secret);
    }
    expect(await countOrders(desk.purser.api)).toBe(0);
    expect(await desk.sandbox.countRequests()).toEqual({});
  }

  async function expectRefused(errors: readonly GraphqlError[], { fields }: Written): Promise<void> {
    const named = errors.filter(({ extensions }) => extensions.code === 'BAD_USER_INPUT');
    const others = errors.filter(({ extensions }) => extensions.code !== 'BAD_USER_INPUT');
    expect(named.map(({ extensions }) => extensions.field!.join('.')).sort()).toEqual(fields ?? []);
    // Other errors may only be about the document, such as an unused variable.
    expect(others.map(({ extensions }) => extensions.code)).toEqual(
      fields === null ? ['GRAPHQL_PARSE_FAILED'] : others.map(() => 'GRAPHQL_VALIDATION_FAILED'),
    );
    await expectNoTrace(errors, [NUMBER, CODE]);
  }

  describe('cards in a document', () => {
    it.each(WRITTEN)('refuses $title in a document over HTTP before it runs', async (row) => {
      const { status, data, errors } = await desk.purser.api.send(row.document, row.variables);
      expect([status, data]).toEqual([400, null]);
      await expectRefused(errors, row);
    });

    it.each(WRITTEN)('refuses $title in a document over WebSocket before it runs', async (row) => {
      const subscription = await desk.purser.api.subscribe(row.document, row.variables);
      const failure = await subscription.next().then(() => 'it ran', String);
      await subscription.close();
      await expectRefused(JSON.parse(failure.slice(failure.indexOf('['))) as GraphqlError[], row);
    });
  });

  describe.each(['purpose', 'externalId', 'idempotencyKey'])('cards typed into %s', (field) => {
    it.each(TYPED)('refuses an order with the text %j, whatever its method', async (text) => {
      for (const method of ['HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER']) {
        const card = method === 'CARD_IN_ORDER' ? cardText('4242424242424242') : null;
        const input = { method, customer: payerWith(CARD_FIELDS), card, [field]: text };
        const { data, errors } = await sendOrder(desk.purser.api, input);
        expect(errors).toEqual([]);
        expect(data!.createOrder).toMatchObject({
          order: null,
          userErrors: [{ code: 'CARD_NUMBER_IN_TEXT', field: ['input', field] }],
        });
        await expectNoTrace(data, [text]);
      }
    });

    it('refuses a card number that is written as a literal', async () => {
      const { purpose: _purpose, externalId: _externalId, ...rest } = orderInput();
      const input = Object.entries({ ...rest, [field]: NUMBER }).map(([name, value]) => `${name}: "${String(value)}"`);
      const { data } = await desk.purser.api.send<{ createOrder: unknown }>(
        `mutation { createOrder(input: { ${input.join(' ')} }) { order { id } userErrors { code field message } } }`,
      );
      expect(data!.createOrder).toMatchObject({
        order: null,
        userErrors: [{ code: 'CARD_NUMBER_IN_TEXT', field: ['input', field] }],
      });
      await expectNoTrace(data, [NUMBER]);
    });
  });
});
