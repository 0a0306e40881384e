import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import type { GraphqlAnswer } from '../support/graphql-client.js';
import { cardText, enableEveryMethod, getH2hOrder, type H2hPayload, submitCard } from '../support/h2h.js';
import { createdOrder } from '../support/orders.js';
import { cardholderNames, cardNumbers, expiryDates, securityCodes, smsCodes } from './generated-bad-input-cards.js';
import {
  expectMask,
  expectNoTrace,
  expectOneRefusal,
  expectVerdict,
  refusalsOf,
} from './generated-bad-input-oracle.js';
import { PAYER_TRIALS } from './generated-bad-input-payers.js';
import { texts } from './generated-bad-input-texts.js';
import { together, type Trial, type Trials, tryAll } from './generated-bad-input-trial.js';
import { PAYER } from '../e2e/order-methods.table.js';

type Order = Awaited<ReturnType<typeof createdOrder>>;
type Answer = GraphqlAnswer<Readonly<Record<string, H2hPayload>>>;

const SUCCEEDS = '4111111111111111';
/** A card whose bank asks for a code. */
const ASKS = '5555555555554444';

/** Number of orders prepared for codes, enough for most runs. More are made when needed. */
const PROMPTED = 15;

const CARD_TRIALS: readonly (readonly [field: string, trials: Trials, runs: number])[] = [
  ['cardNumber', cardNumbers, 30],
  ['cardholderName', cardholderNames, 20],
  ['expiryDate', expiryDates, 20],
  ['cvv', securityCodes, 20],
];

/** Fields of a retry, besides the order to retry. */
const RETRY_TRIALS: readonly (readonly [path: readonly [string, ...string[]], trials: Trials, runs: number])[] = [
  [['externalId'], texts(128), 20],
  ...PAYER_TRIALS.map(([field, trials]) => [['customer', field], trials, 6] as const),
];

const PAYLOAD = '{ order { id status h2hSession { status maskedCardNumber } } userErrors { code message field } }';
const SUBMIT_CARD = `mutation ($input: SubmitH2hCardInput!) { payload: submitH2hCard(input: $input) ${PAYLOAD} }`;
const SUBMIT_CODE = `mutation ($input: SubmitH2hCodeInput!) { payload: submitH2hCode(input: $input) ${PAYLOAD} }`;
const RETRY = `mutation ($input: RetryOrderInput!) { payload: retryOrder(input: $input) ${PAYLOAD} }`;

describe("card payment on the merchant's page with generated bad input", () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1, 1, 1, 1, 3_600] }),
    });
    await enableEveryMethod(desk.purser);
    await desk.sandbox.setOrderOutcomeDelay(null);
  });

  afterAll(async () => {
    await desk.close();
  });

  const newOrder = (): Promise<Order> => createdOrder(desk.purser.api, { method: 'CARD_H2H' });

  /** Sends a value and checks everything except what was stored. Returns whether it was accepted. */
  async function send(
    { value, expected }: Trial,
    { query, input, path }: { readonly query: string; readonly input: object; readonly path: readonly string[] },
  ): Promise<boolean> {
    const linesBefore = desk.purser.logLines.length;
    const answer: Answer = await desk.purser.api.send(query, { input });
    const payload = answer.data?.['payload'];
    const refusals = refusalsOf(answer.errors, payload?.userErrors);
    const isTaken = refusals.length === 0;
    expectVerdict(isTaken, expected);
    expect(answer.status).toBe(payload ? 200 : 400);
    if (!isTaken) expectOneRefusal(refusals, path);
    expectNoTrace(value, [JSON.stringify(answer), ...desk.purser.logLines.slice(linesBefore)]);
    return isTaken;
  }

  const countSent = async (what: 'card' | 'code'): Promise<number> =>
    (await desk.sandbox.countRequests())[`POST /v1/orders/{orderId}/h2h/${what}`] ?? 0;

  it('only valid cards are accepted, and others leave no trace', async () => {
    let cardsTaken = 0;

    /** Tries one field. The order is used again until it accepts a card. */
    const tryField = async (field: string, trials: Trials, runs: number): Promise<void> => {
      let order = await newOrder();
      await tryAll(trials, runs, async (trial) => {
        const card = { ...cardText(SUCCEEDS), [field]: trial.value };
        const input = { orderId: order.id, card };
        const isTaken = await send(trial, { query: SUBMIT_CARD, input, path: ['card', field] });
        const { h2hSession } = await getH2hOrder(desk.purser.api, order.id);
        const booked = await desk.sandbox.bookedOrder(order.providerOrderId);
        if (isTaken) {
          cardsTaken += 1;
          order = await newOrder();
          expectMask(h2hSession!.maskedCardNumber, booked, card.cardNumber);
        } else {
          expect(h2hSession).toMatchObject({ status: 'NOT_STARTED', maskedCardNumber: null });
          expect(booked.cards).toEqual([]);
        }
      });
    };

    await together(CARD_TRIALS.map((row) => tryField(...row)));
    expect(await countSent('card')).toBe(cardsTaken);
    expect(await desk.database.query('SELECT count(*)::int FROM h2h_sessions')).toEqual([{ count: cardsTaken }]);
  });

  it("only codes in a bank's format are accepted, and another code can follow a refused one", async () => {
    const prompted = await Promise.all(Array.from({ length: PROMPTED }, () => promptedOrder()));
    const before = await countSent('code');
    let codesTaken = 0;

    const tryCodes = async (runs: number): Promise<void> => {
      let order = prompted.pop()!;
      await tryAll(smsCodes, runs, async (trial) => {
        const input = { orderId: order.id, code: trial.value };
        const isTaken = await send(trial, { query: SUBMIT_CODE, input, path: ['code'] });
        const { codes } = await desk.sandbox.secretsReceived(order.providerOrderId);
        expect(codes).toBe(isTaken ? 1 : 0);
        if (isTaken) {
          codesTaken += 1;
          order = prompted.pop() ?? (await promptedOrder());
        } else {
          const { h2hSession } = await getH2hOrder(desk.purser.api, order.id);
          expect(h2hSession).toMatchObject({ isSmsRequired: true, codeRound: 1, lastCodeRejected: false });
        }
      });
    };

    await together([tryCodes(25), tryCodes(25)]);
    expect((await countSent('code')) - before).toBe(codesTaken);
  });

  it('a retry with a valid payer field creates one order, and any other creates none', async () => {
    const tryField = async ([name, field]: readonly [string, ...string[]], trials: Trials, runs: number) => {
      let order = await endedOrder();
      await tryAll(trials, runs, async (trial) => {
        const given = field === undefined ? trial.value : { ...PAYER, [field]: trial.value };
        const path = field === undefined ? [name] : [name, field];
        const isTaken = await send(trial, { query: RETRY, input: { orderId: order.id, [name]: given }, path });
        const retries = await desk.database.query('SELECT count(*)::int FROM orders WHERE retry_of = $1', [order.id]);
        expect(retries).toEqual([{ count: isTaken ? 1 : 0 }]);
        if (isTaken) order = await endedOrder();
      });
    };
    await together(RETRY_TRIALS.map((row) => tryField(...row)));
  });

  /** Returns an order that can no longer be paid. */
  async function endedOrder(): Promise<Order> {
    const order = await newOrder();
    await desk.sandbox.move(order.providerOrderId, 'expire');
    return order;
  }

  /** Returns an order whose bank asks for the first code. */
  async function promptedOrder(): Promise<Order> {
    const order = await newOrder();
    await submitCard(desk.purser.api, order.id, cardText(ASKS));
    await eventually('the bank asks for a code', async () => {
      const { h2hSession } = await getH2hOrder(desk.purser.api, order.id);
      return h2hSession!.isSmsRequired || null;
    });
    return order;
  }
});
