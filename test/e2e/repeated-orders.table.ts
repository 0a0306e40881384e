import { randomUUID } from 'node:crypto';
import { type CardText, cardText } from '../support/h2h.js';
import { createdOrder, createOrder, getOrder, orderInput, refreshOrder } from '../support/orders.js';
import { eventually } from '../support/eventually.js';
import { CARD_FIELDS, payerWith } from './order-methods.table.js';
import type { Input, RepeatedOutcome, RepeatStage, Unrepeatable } from './repeated-requests.table.js';

/** A card whose bank never decides, so its order stays as it is. */
const STUCK = '378282246310005';
const FAILS = '4000000000000002';

/** Returns an order request with a new idempotency key. Sending it again repeats the request. */
const keyed = (overrides: Input = {}): Input => orderInput({ idempotencyKey: randomUUID(), ...overrides });

/** Returns a request with a card and a new payer. */
const withCard = (card: Partial<CardText> = {}, overrides: Input = {}): Input =>
  keyed({
    method: 'CARD_IN_ORDER',
    card: cardText(STUCK, card),
    customer: { ...payerWith(CARD_FIELDS), email: `payer-${randomUUID()}@shop.example` },
    ...overrides,
  });

const fault = async ({ desk }: RepeatStage, what: Input, input = keyed()): Promise<Input> => {
  await desk.sandbox.setFault({ on: 'createOrder', match: { externalId: input['externalId'] }, ...what });
  return input;
};

const LOST = { fault: 'dropAfterAccepting' };
const WRONG = { fault: 'malformedAnswer', variant: 'wrongAmount' };

/** Reads an order back until it has a status. The webhook may have been claimed by a replica that cannot read it. */
const readAs = (wanted: string, { desk }: RepeatStage, id: string): Promise<unknown> =>
  eventually(`the order is ${wanted}`, async () => {
    const { order } = await refreshOrder(desk.purser.api, id);
    return order?.status === wanted || null;
  });

type Action = Parameters<RepeatStage['desk']['sandbox']['move']>[1];

/** An order that the provider moved after the first answer. */
const moved = (tells: string, action: Action): RepeatedOutcome => ({
  tells,
  by: 'the provider',
  input: () => keyed(),
  move: async (stage, { id }) => {
    const { providerOrderId } = await getOrder(stage.desk.purser.api, id);
    await stage.desk.sandbox.move(providerOrderId!, action);
    await readAs(tells, stage, id);
  },
});

const STATUSES: readonly RepeatedOutcome[] = [
  { tells: 'CREATED', by: 'an answer', input: () => keyed() },
  { tells: 'CREATED', by: 'an answer to a card', input: () => withCard() },
  { tells: 'DECLINED', by: 'a refusal', input: (stage) => fault(stage, { fault: 'refuse', status: 422 }) },
  {
    tells: 'DECLINED',
    by: 'a refusal of a card',
    input: (stage) => fault(stage, { fault: 'refuse', status: 422 }, withCard()),
  },
  { tells: 'ABANDONED', by: 'a lost answer', input: (stage) => fault(stage, LOST) },
  { tells: 'ABANDONED', by: 'a wrong answer', input: (stage) => fault(stage, WRONG) },
  { tells: 'UNCONFIRMED', by: 'a lost answer to a card', input: (stage) => fault(stage, LOST, withCard()) },
  { tells: 'UNCONFIRMED', by: 'a wrong answer to a card', input: (stage) => fault(stage, WRONG, withCard()) },
  moved('PENDING', 'pending'),
  moved('PAID', 'pay'),
  moved('DECLINED', 'decline'),
  moved('CANCELED', 'cancel'),
  moved('EXPIRED', 'expire'),
  {
    tells: 'UNRECOGNIZED',
    by: 'a word that nobody knows',
    input: () => keyed(),
    move: async (stage, { id, input }) => {
      const match = { externalId: input['externalId'] };
      const unknown = { on: 'readOrder', fault: 'unknownStatus', word: 'ON_HOLD', times: null, match };
      await stage.desk.sandbox.setFault(unknown);
      await readAs('UNRECOGNIZED', stage, id);
    },
  },
];

const refused = (tells: string, by: string, input: () => Input): RepeatedOutcome => ({ tells, by, input });

const CODES: readonly RepeatedOutcome[] = [
  refused('ACCOUNT_NOT_FOUND', 'an unknown id', () => keyed({ accountId: randomUUID() })),
  refused('AMOUNT_NOT_POSITIVE', 'zero', () => keyed({ amount: '0' })),
  refused('AMOUNT_TOO_PRECISE', 'three decimals', () => keyed({ amount: '1.234' })),
  refused('CARDHOLDER_NAME_INVALID', 'digits', () => withCard({ cardholderName: '4111' })),
  refused('CARD_CVV_INVALID', 'three digits of four', () => withCard({ cvv: '123' })),
  refused('CARD_EXPIRED', 'a month of before', () => withCard({ expiryDate: '01/20' })),
  refused('CARD_EXPIRY_INVALID', 'a thirteenth month', () => withCard({ expiryDate: '13/39' })),
  refused('CARD_NOT_TAKEN', 'a hosted page', () => keyed({ card: cardText(STUCK) })),
  refused('CARD_NUMBER_INVALID', 'a wrong check digit', () => withCard({ cardNumber: '378282246310006' })),
  refused('CARD_NUMBER_IN_TEXT', 'a purpose', () => keyed({ purpose: `card ${STUCK}` })),
  refused('CARD_REQUIRED', 'no card', () => withCard({}, { card: null })),
  refused('CUSTOMER_FIELD_INVALID', 'no address', () => keyed({ customer: { email: 'ada' } })),
  refused('CUSTOMER_FIELD_REQUIRED', 'no payer', () => withCard({}, { customer: null })),
  refused('CUSTOMER_ID_INVALID', 'an empty text', () => keyed({ customerId: '' })),
  refused('EXTERNAL_ID_INVALID', 'an empty text', () => keyed({ externalId: '' })),
  refused('IDEMPOTENCY_KEY_INVALID', 'an empty text', () => keyed({ idempotencyKey: '' })),
  refused('METHOD_NOT_AVAILABLE', 'a method that is off', () => keyed({ method: 'BANK_TRANSFER' })),
  refused('PURPOSE_INVALID', 'an empty text', () => keyed({ purpose: '' })),
  refused('URL_HOST_NOT_ALLOWED', 'another host', () => keyed({ successUrl: 'https://127.0.0.1/' })),
  refused('URL_INVALID', 'plain http', () => keyed({ successUrl: 'http://shop.example/' })),
  {
    tells: 'METHOD_NOT_CONFIGURED',
    by: 'a profile without the word',
    input: () => keyed({ method: 'WALLET1' }),
    at: 'live',
  },
  {
    tells: 'TOO_MANY_CARDS',
    by: 'a payer whose card was declined',
    input: async ({ strict }) => {
      const input = withCard();
      await createOrder(strict.api, { ...input, card: cardText(FAILS) });
      const others = { idempotencyKey: randomUUID(), externalId: randomUUID() };
      return { ...input, ...others };
    },
    at: 'strict',
  },
  {
    tells: 'IDEMPOTENCY_KEY_REUSED',
    by: 'another amount',
    input: async ({ desk }) => {
      const input = keyed();
      await createdOrder(desk.purser.api, input);
      return { ...input, amount: '11' };
    },
  },
  {
    tells: 'EXTERNAL_ID_TAKEN',
    by: 'another order',
    input: async ({ desk }) => {
      const { externalId } = await createdOrder(desk.purser.api);
      return keyed({ externalId });
    },
  },
  { tells: 'PROVIDER_NOT_REACHED', by: 'no connection', input: () => keyed(), at: 'cutOff' },
  { tells: 'PROVIDER_NOT_REACHED', by: 'no connection for a card', input: () => withCard(), at: 'cutOff' },
  { tells: 'PROVIDER_OUTCOME_UNKNOWN', by: 'a lost answer', input: (stage) => fault(stage, LOST) },
  {
    tells: 'PROVIDER_OUTCOME_UNKNOWN',
    by: 'a lost answer to a card',
    input: (stage) => fault(stage, LOST, withCard()),
  },
  { tells: 'PROVIDER_REFUSED', by: 'a refusal', input: (stage) => fault(stage, { fault: 'refuse', status: 400 }) },
];

export const ORDER_OUTCOMES: readonly RepeatedOutcome[] = [...STATUSES, ...CODES];

export const UNREPEATABLE_ORDERS: Unrepeatable = {
  SUBMITTING: 'No first answer tells it: a request waits for the end of its call, and its repetition for nothing.',
};
