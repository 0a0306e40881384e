import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { type CardText, cardText, enableEveryMethod } from '../support/h2h.js';
import { createdOrder, createOrder, getOrder, type OrderView, statusesUntil, watchOnwards } from '../support/orders.js';
import { startPurser } from '../support/purser.js';
import type { BookedOrder } from '../support/sandbox.js';
import { IMPATIENT } from '../support/settings.js';
import { CARD_FIELDS, payerWith, payerWithout } from '../e2e/order-methods.table.js';
import { makeOrderDue, scheduleOf } from '../support/polls.js';

const SUCCEEDS = '4111111111111111';
const ANSWER_LOST = '371449635398431';
/** A card whose bank never decides, so its order stays as it is. */
const STUCK = '378282246310005';

const CARDS = [
  { number: SUCCEEDS, ends: 'PAID', masked: '411111******1111', brand: 'visa' },
  { number: '4242 4242 4242 4242', ends: 'PAID', masked: '424242******4242', brand: 'visa' },
  { number: '4000000000000002', ends: 'DECLINED', masked: '400000******0002', brand: 'visa' },
  { number: '5555-5555-5555-4444', ends: 'DECLINED', masked: '555555******4444', brand: 'mastercard' },
  { number: '2223003122003222', ends: 'DECLINED', masked: '222300******3222', brand: 'mastercard' },
  { number: '6011111111111117', ends: 'CANCELED', masked: '601111******1117', brand: 'discover' },
  { number: '6011000990139424', ends: 'EXPIRED', masked: '601100******9424', brand: 'discover' },
];

/** Faults that leave the outcome unknown after the bank received the card. */
const LOST_AFTER_ACCEPTING = [
  { fault: 'dropAfterAccepting' },
  { fault: 'hangAfterAccepting' },
  { fault: 'serverErrorAfterAccepting', status: 502 },
  { fault: 'malformedAnswer', variant: 'truncatedJson' },
  { fault: 'malformedAnswer', variant: 'noId' },
  { fault: 'malformedAnswer', variant: 'wrongAmount' },
  { fault: 'malformedAnswer', variant: 'wrongExternalId' },
  { fault: 'redirect', status: 307, location: 'http://127.0.0.1:9/', accepted: true },
  { fault: 'tooManyRequests', accepted: true },
  { fault: 'requestTimeout', accepted: true },
  { fault: 'conflict', accepted: true },
];

/** Faults that leave the outcome unknown although the bank did not receive the card. */
const LOST_BEFORE_ACCEPTING = [
  { fault: 'dropBeforeAccepting' },
  { fault: 'serverErrorBeforeAccepting', status: 503 },
  { fault: 'redirect', status: 307, location: 'http://127.0.0.1:9/', accepted: false },
  { fault: 'tooManyRequests', accepted: false },
];

const titled = <Row>(rows: readonly Row[]): (readonly [string, Row])[] =>
  rows.map((row) => [JSON.stringify(row), row] as const);

describe('order with a card', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk(IMPATIENT);
    await enableEveryMethod(desk.purser);
  });

  beforeEach(async () => {
    // A successful call between the faults; five faults in a row would open the circuit breaker.
    await createdOrder(desk.purser.api);
  });

  afterEach(async () => {
    await desk.sandbox.clearFaults();
    await desk.sandbox.setOrderOutcomeDelay(0);
  });

  afterAll(async () => {
    await desk.close();
  });

  const customer = payerWith(CARD_FIELDS);

  /** Returns an input with a card and new ids. Sending it again repeats the request. */
  const withCard = (
    number: string,
    overrides: { readonly card?: Partial<CardText>; readonly [field: string]: unknown } = {},
  ): Readonly<Record<string, unknown>> => ({
    method: 'CARD_IN_ORDER',
    idempotencyKey: randomUUID(),
    externalId: randomUUID(),
    customer,
    ...overrides,
    card: cardText(number, overrides.card),
  });

  const countCreations = async (): Promise<number> => (await desk.sandbox.countRequests())['POST /v1/orders'] ?? 0;

  /** Returns all orders with this external id that the provider has. */
  async function booked({ externalId }: Readonly<Record<string, unknown>>): Promise<BookedOrder[]> {
    return (await desk.sandbox.orders()).filter((order) => order.externalId === externalId);
  }

  async function endsWith(id: string, status: string): Promise<OrderView> {
    return eventually(`the order ends ${status}`, async () => {
      const order = await getOrder(desk.purser.api, id);
      return order.status === status ? order : null;
    });
  }

  it.each(CARDS)('an order ends $ends with the card $masked', async ({ number, ends, masked, brand }) => {
    const input = withCard(number);
    const order = await createdOrder(desk.purser.api, input);
    expect(order).toMatchObject({ method: 'CARD_IN_ORDER', maskedCardNumber: masked, cardBrand: brand });
    expect(await endsWith(order.id, ends)).toMatchObject({ isFinal: true, problem: null, nextCheckAt: null });
    const [only, ...others] = await booked(input);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ method: 'card', extraParams: null, customer });
    expect(only!.cards).toMatchObject([{ first6: masked.slice(0, 6), last4: masked.slice(-4), outcome: 'taken' }]);
  });

  it('the provider refuses a card order without any one of the fields that Purser requires', async () => {
    const answers = await Promise.all(
      CARD_FIELDS.map((missing) =>
        desk.sandbox.postOrder({
          amount: '10.50',
          externalId: randomUUID(),
          customer: payerWithout(missing, CARD_FIELDS),
          card: cardText(SUCCEEDS),
        }),
      ),
    );
    expect(answers).toMatchObject(
      CARD_FIELDS.map((missing) => ({ status: 422, json: { field: `customer.${missing}` } })),
    );
  });

  it.each([
    ['the card whose answer is lost', { number: ANSWER_LOST, fault: null }],
    ...titled(LOST_AFTER_ACCEPTING).map(([title, fault]) => [title, { number: STUCK, fault }] as const),
  ] as const)(
    'an order with a card is UNCONFIRMED after %s, never resent, and its webhook binds it as PAID',
    async (_, row) => {
      const { api } = desk.purser;
      const input = withCard(row.number);
      await desk.sandbox.setOrderOutcomeDelay(null);
      if (row.fault) {
        await desk.sandbox.setFault({ on: 'createOrder', ...row.fault, match: { externalId: input['externalId'] } });
      }
      const before = await countCreations();

      const { order, userErrors } = await createOrder(api, input);
      expect(userErrors).toMatchObject([{ code: 'PROVIDER_OUTCOME_UNKNOWN', field: null }]);
      expect(order).toMatchObject({ status: 'UNCONFIRMED', isFinal: false, providerOrderId: null });
      expect(order!.nextCheckAt).not.toBeNull();
      const again = await createOrder(api, input);
      expect(again).toMatchObject({ order: { id: order!.id, status: 'UNCONFIRMED' }, userErrors });

      const changes = await watchOnwards(api, order!.id);
      const [only, ...others] = await booked(input);
      expect(others).toEqual([]);
      await desk.sandbox.move(only!.id, 'pay');
      expect(await statusesUntil(changes, order!.id, 'PAID')).toEqual(['PAID']);
      await changes.close();

      const paid = await getOrder(api, order!.id);
      expect(paid).toMatchObject({ providerOrderId: only!.id, isFinal: true, problem: null, nextCheckAt: null });
      expect(paid.timeline).toEqual([
        { from: null, to: 'SUBMITTING', cause: 'API' },
        { from: 'SUBMITTING', to: 'UNCONFIRMED', cause: 'PROVIDER_RESPONSE' },
        { from: 'UNCONFIRMED', to: 'PAID', cause: 'WEBHOOK' },
      ]);
      expect(await countCreations()).toBe(before + 1);
      expect((await booked(input)).map(({ cards }) => cards.length)).toEqual([1]);
    },
  );

  it.each(titled(LOST_BEFORE_ACCEPTING))(
    'an order with a card stays UNCONFIRMED and due after %s, and is not resent',
    async (_, fault) => {
      const { api } = desk.purser;
      const input = withCard(SUCCEEDS);
      await desk.sandbox.setFault({ on: 'createOrder', ...fault, match: { externalId: input['externalId'] } });
      const before = await countCreations();
      const { order, userErrors } = await createOrder(api, input);
      expect(userErrors).toMatchObject([{ code: 'PROVIDER_OUTCOME_UNKNOWN' }]);
      expect(order).toMatchObject({ status: 'UNCONFIRMED', isFinal: false });
      expect(order!.nextCheckAt).not.toBeNull();
      expect(desk.purser.logLines.some((line) => line.includes('order_unconfirmed') && line.includes(order!.id))).toBe(
        true,
      );
      expect(await countCreations()).toBe(before + 1);
      expect(await booked(input)).toEqual([]);
    },
  );

  it('an order that cannot be read stays UNCONFIRMED after its due time, and says what to do', async () => {
    const input = withCard(SUCCEEDS);
    const { externalId } = input;
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'dropBeforeAccepting', match: { externalId } });
    const { order } = await createOrder(desk.purser.api, input);
    // Skips the time until the order is due.
    await makeOrderDue(desk.database, order!.id);
    await eventually('the order was looked at', async () => {
      const { checks_made: made } = await scheduleOf(desk.database, 'orders', order!.id);
      return made > 0 ? made : null;
    });
    const reviewed = await getOrder(desk.purser.api, order!.id);
    expect(reviewed).toMatchObject({ status: 'UNCONFIRMED', isFinal: false, problem: order!.problem });
    expect(reviewed.problem).toContain('do not send it again');
    expect(reviewed.nextCheckAt).not.toBeNull();
    expect(await booked(input)).toEqual([]);
  });

  it('an order ends PAID by itself if its answer is lost and its webhook arrives immediately', async () => {
    const input = withCard(ANSWER_LOST);
    const { order } = await createOrder(desk.purser.api, input);
    const paid = await endsWith(order!.id, 'PAID');
    expect(paid.timeline.filter(({ to }) => to === 'PAID')).toHaveLength(1);
    expect((await booked(input)).map(({ id, cards }) => [id, cards.length])).toEqual([[paid.providerOrderId, 1]]);
  });

  it('an order with a card is PAID once if its webhook arrives before the answer', async () => {
    const input = withCard(SUCCEEDS);
    const { externalId } = input;
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'webhookBeforeAnswer', match: { externalId } });
    const { order, userErrors } = await createOrder(desk.purser.api, input);
    expect(userErrors).toEqual([]);
    const paid = await endsWith(order!.id, 'PAID');
    expect(paid.timeline.filter(({ to }) => to === 'PAID')).toHaveLength(1);
  });

  it.each([400, 401, 402, 403, 404, 422])(
    'an order with a card is DECLINED if the provider refuses it with %d',
    async (status) => {
      const input = withCard(SUCCEEDS);
      const { externalId } = input;
      await desk.sandbox.setFault({ on: 'createOrder', fault: 'refuse', status, match: { externalId } });
      const { order, userErrors } = await createOrder(desk.purser.api, input);
      expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED', field: null }]);
      expect(order).toMatchObject({ status: 'DECLINED', isFinal: true, providerOrderId: null, nextCheckAt: null });
      expect(await booked(input)).toEqual([]);
    },
  );

  it('an order is DECLINED by a terminal without cards, and its reason is hidden because it may repeat the card', async () => {
    await desk.sandbox.setTerminal({ cardInOrder: false });
    const { order, userErrors } = await createOrder(desk.purser.api, withCard(SUCCEEDS));
    await desk.sandbox.setTerminal({ cardInOrder: true });
    expect(order).toMatchObject({ status: 'DECLINED', isFinal: true });
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_REFUSED' }]);
    expect(userErrors[0]!.message).toBe('The provider refused the order (422): no reason given');
  });

  it('an order with a card is ABANDONED if it could not be sent', async () => {
    // Runs only the API, so that it does not poll this desk's orders.
    const unreachable = await startPurser({ DATABASE_URL: desk.database.url, PURSER_ROLES: 'api' });
    const { order, userErrors } = await createOrder(unreachable.api, withCard(SUCCEEDS));
    await unreachable.close();
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_NOT_REACHED', field: null }]);
    expect(order).toMatchObject({ status: 'ABANDONED', nextCheckAt: null, maskedCardNumber: '411111******1111' });
  });

  it.each([
    { title: 'the number with spaces', card: { cardNumber: '4111 1111 1111 1111' } },
    { title: 'another code, which is not kept', card: { cvv: '999' } },
    { title: 'nothing changed', card: {} },
  ])('a repeated request returns the same order with $title', async ({ card }) => {
    const input = withCard(SUCCEEDS);
    const first = await createdOrder(desk.purser.api, input);
    const again = await createOrder(desk.purser.api, { ...input, card: cardText(SUCCEEDS, card) });
    expect(again).toMatchObject({ order: { id: first.id }, userErrors: [] });
    expect((await booked(input)).map(({ cards }) => cards.length)).toEqual([1]);
  });

  it('concurrent requests create one order with one card at the provider', async () => {
    const input = withCard(SUCCEEDS);
    const answers = await Promise.all(Array.from({ length: 20 }, () => createOrder(desk.purser.api, input)));
    expect(new Set(answers.map(({ order }) => order?.id)).size).toBe(1);
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect((await booked(input)).map(({ cards }) => cards.length)).toEqual([1]);
  });

  it.each([
    { differs: 'card.cardNumber', changed: { card: cardText('4242424242424242') } },
    { differs: 'card.cardholderName', changed: { card: cardText(SUCCEEDS, { cardholderName: 'Mary Shelley' }) } },
    { differs: 'card.expiryDate', changed: { card: cardText(SUCCEEDS, { expiryDate: '11/39' }) } },
    { differs: 'customer.email', changed: { customer: { ...customer, email: 'mary@shop.example' } } },
    { differs: 'customer.ip', changed: { customer: { ...customer, ip: '81.2.69.143' } } },
  ])('refuses a used key for a request that differs in $differs', async ({ differs, changed }) => {
    const input = withCard(SUCCEEDS);
    const known = await createdOrder(desk.purser.api, input);
    const before = await countCreations();
    const { order, userErrors } = await createOrder(desk.purser.api, { ...input, ...changed });
    expect(order?.id).toBe(known.id);
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }]);
    expect(userErrors[0]!.message).toContain(`it differs in ${differs}.`);
    expect(await countCreations()).toBe(before);
  });
});
