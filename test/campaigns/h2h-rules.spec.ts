import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import {
  ageSession,
  cardText,
  enableEveryMethod,
  getH2hOrder,
  type H2hOrderView,
  retryOrder,
  submitCard,
  submitCode,
} from '../support/h2h.js';
import { createdOrder, refreshOrder } from '../support/orders.js';
import { IMPATIENT } from '../support/settings.js';
import { ordersWithOpenCard } from '../support/card-counts.js';

const SUCCEEDS = '4111111111111111';
const ASKS = '5555555555554444';
const FAILS = '4000000000000002';
const STUCK = '378282246310005';

/** Faults of the card call that leave the outcome unknown after the bank received the card. */
const CARD_LOST_AFTER = [
  { fault: 'dropAfterAccepting' },
  { fault: 'hangAfterAccepting' },
  { fault: 'serverErrorAfterAccepting', status: 502 },
  { fault: 'malformedAnswer', variant: 'truncatedJson' },
  { fault: 'tooManyRequests', accepted: true },
];

describe("card payment on the merchant's page", () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1], orderCheckDelaysSeconds: [1] }),
    });
    await enableEveryMethod(desk.purser);
  });

  afterEach(async () => {
    await desk.sandbox.clearFaults();
  });

  afterAll(async () => {
    await desk.close();
  });

  async function order(): Promise<{
    readonly id: string;
    readonly providerOrderId: string;
    readonly externalId: string;
  }> {
    return createdOrder(desk.purser.api, { method: 'CARD_H2H' });
  }

  function until(id: string, what: string, isThere: (order: H2hOrderView) => boolean): Promise<H2hOrderView> {
    return eventually(what, async () => {
      const found = await getH2hOrder(desk.purser.api, id);
      return isThere(found) ? found : null;
    });
  }

  const codesOf = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  it("a card verification begins only for orders that are paid by card on the merchant's page", async () => {
    const { id } = await order();
    expect((await getH2hOrder(desk.purser.api, id)).h2hSession).toMatchObject({ status: 'NOT_STARTED', codeRound: 0 });
    const { id: hosted } = await createdOrder(desk.purser.api);
    expect((await getH2hOrder(desk.purser.api, hosted)).h2hSession).toBeNull();
    expect(await submitCard(desk.purser.api, hosted, cardText(SUCCEEDS))).toMatchObject({
      userErrors: [{ code: 'ORDER_NOT_BY_CARD', field: ['input', 'orderId'] }],
    });
  });

  it('an invalid card returns every problem, and is not sent', async () => {
    const { id, providerOrderId } = await order();
    const card = cardText('4111111111111112', { expiryDate: '01/20', cvv: '12', cardholderName: '1' });
    const { userErrors } = await submitCard(desk.purser.api, id, card);
    expect(userErrors.map(({ code, field }) => `${code} ${field!.join('.')}`)).toEqual([
      'CARD_NUMBER_INVALID input.card.cardNumber',
      'CARDHOLDER_NAME_INVALID input.card.cardholderName',
      'CARD_EXPIRED input.card.expiryDate',
      'CARD_CVV_INVALID input.card.cvv',
    ]);
    expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 0, codes: 0 });
  });

  it('concurrent requests send one card', async () => {
    const { id, providerOrderId } = await order();
    const cards = Array.from({ length: 20 }, () => submitCard(desk.purser.api, id, cardText(STUCK)));
    const answers = (await Promise.all(cards)).map(codesOf);
    expect(answers.filter((codes) => codes.length === 0)).toHaveLength(1);
    expect(answers.flat()).toEqual(Array.from({ length: 19 }, () => 'CARD_ALREADY_SENT'));
    expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 1, codes: 0 });
    expect((await getH2hOrder(desk.purser.api, id)).h2hSession).toMatchObject({ maskedCardNumber: '378282*****0005' });
  });

  it('concurrent requests send one code per round', async () => {
    const { id, providerOrderId } = await order();
    await submitCard(desk.purser.api, id, cardText(ASKS));
    expect(codesOf(await submitCode(desk.purser.api, id, '123456'))).toEqual(['CODE_NOT_EXPECTED']);
    await until(id, 'the bank asks for a code', ({ h2hSession }) => h2hSession!.isSmsRequired);
    expect(codesOf(await submitCode(desk.purser.api, id, '12'))).toEqual(['CODE_INVALID']);
    const codes = Array.from({ length: 10 }, () => submitCode(desk.purser.api, id, '123456'));
    const answers = (await Promise.all(codes)).map(codesOf);
    expect(answers.filter((refusals) => refusals.length === 0)).toHaveLength(1);
    await until(id, 'the order is paid', ({ status }) => status === 'PAID');
    expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 1, codes: 1 });
  });

  it('another card may follow a card that the provider refused', async () => {
    const { id, externalId } = await order();
    await desk.sandbox.setFault({ on: 'submitH2hCard', fault: 'refuse', status: 422, match: { externalId } });
    const refused = await submitCard(desk.purser.api, id, cardText(SUCCEEDS));
    expect(codesOf(refused)).toEqual(['PROVIDER_REFUSED']);
    expect(refused.order!.h2hSession).toMatchObject({ status: 'NOT_STARTED', nextPollAt: null });
    await desk.sandbox.clearFaults();
    expect(codesOf(await submitCard(desk.purser.api, id, cardText(SUCCEEDS)))).toEqual([]);
    await until(id, 'the order is paid', ({ status }) => status === 'PAID');
  });

  it('a refused code may be sent again', async () => {
    const { id, externalId } = await order();
    await submitCard(desk.purser.api, id, cardText(ASKS));
    await until(id, 'the bank asks for a code', ({ h2hSession }) => h2hSession!.isSmsRequired);
    await desk.sandbox.setFault({ on: 'submitH2hCode', fault: 'refuse', status: 422, match: { externalId } });
    const refused = await submitCode(desk.purser.api, id, '123456');
    expect(codesOf(refused)).toEqual(['PROVIDER_REFUSED']);
    expect(refused.order!.h2hSession).toMatchObject({ isSmsRequired: true, codeRound: 1 });
    await desk.sandbox.clearFaults();
    expect(codesOf(await submitCode(desk.purser.api, id, '123456'))).toEqual([]);
    await until(id, 'the order is paid', ({ status }) => status === 'PAID');
  });

  it('an order sends at most five codes, and can be retried once the provider has ended the verification', async () => {
    const { id, externalId, providerOrderId } = await order();
    await submitCard(desk.purser.api, id, cardText(ASKS));
    await until(id, 'the bank asks for a code', ({ h2hSession }) => h2hSession!.isSmsRequired);
    await desk.sandbox.setFault({
      on: 'submitH2hCode',
      fault: 'refuse',
      status: 422,
      times: 10,
      match: { externalId },
    });
    const answers: string[][] = [];
    for (let tries = 0; tries < 7; tries += 1) answers.push(codesOf(await submitCode(desk.purser.api, id, '123456')));
    await desk.sandbox.clearFaults();
    expect(answers).toEqual([...Array<string[]>(5).fill(['PROVIDER_REFUSED']), ['TOO_MANY_CODES'], ['TOO_MANY_CODES']]);
    expect(await desk.sandbox.secretsReceived(providerOrderId)).toMatchObject({ cards: 1 });
    const { h2hSession } = await getH2hOrder(desk.purser.api, id);
    expect(h2hSession).toMatchObject({ status: 'PROCESSING', isFinal: false, isSmsRequired: true });
    expect(h2hSession!.problem).toContain('5 codes were sent');
    expect(desk.purser.alarms().filter(({ alarm }) => alarm === 'h2h_codes_guessed')).toHaveLength(1);

    expect(codesOf(await retryOrder(desk.purser.api, id))).toEqual(['ORDER_STILL_PAYABLE']);
    const failed = { on: 'readH2hStatus', fault: 'unknownStatus', word: 'FAILED', times: null, match: { externalId } };
    await desk.sandbox.setFault(failed);
    const ended = await until(id, 'the provider ends it', (now) => now.h2hSession!.isFinal);
    expect(ended.h2hSession).toMatchObject({ status: 'FAILED', problem: null });
    expect(await retryOrder(desk.purser.api, id)).toMatchObject({ order: { retryOf: { id } }, userErrors: [] });
    await desk.sandbox.clearFaults();
  });

  it.each(CARD_LOST_AFTER.map((fault) => [JSON.stringify(fault), fault] as const))(
    'a verification is unconfirmed after %s, polls settle it, and the card is sent once',
    async (_, fault) => {
      const { id, providerOrderId, externalId } = await order();
      await desk.sandbox.setFault({ on: 'submitH2hCard', ...fault, match: { externalId } });
      const answer = await submitCard(desk.purser.api, id, cardText(SUCCEEDS));
      expect(codesOf(answer)).toEqual(['PROVIDER_OUTCOME_UNKNOWN']);
      expect(codesOf(await submitCard(desk.purser.api, id, cardText(SUCCEEDS)))).not.toEqual([]);
      await until(id, 'the order is paid', ({ status }) => status === 'PAID');
      expect(await desk.sandbox.secretsReceived(providerOrderId)).toMatchObject({ cards: 1 });
    },
  );

  it('a verification continues after the answer to a code is lost, and the code is sent once', async () => {
    const { id, providerOrderId, externalId } = await order();
    await submitCard(desk.purser.api, id, cardText(ASKS));
    await until(id, 'the bank asks for a code', ({ h2hSession }) => h2hSession!.isSmsRequired);
    await desk.sandbox.setFault({ on: 'submitH2hCode', fault: 'dropAfterAccepting', match: { externalId } });
    expect(codesOf(await submitCode(desk.purser.api, id, '123456'))).toEqual(['PROVIDER_OUTCOME_UNKNOWN']);
    await until(id, 'the order is paid', ({ status }) => status === 'PAID');
    expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 1, codes: 1 });
  });

  it('a verification shows that status answers are unreadable, and continues once they are readable', async () => {
    const { id, externalId } = await order();
    await desk.sandbox.setFault({
      on: 'readH2hStatus',
      fault: 'malformedAnswer',
      variant: 'nullFields',
      match: { externalId },
      times: null,
    });
    await submitCard(desk.purser.api, id, cardText(SUCCEEDS));
    await until(
      id,
      'the problem is shown',
      ({ h2hSession }) => h2hSession!.problem?.includes('could not be used') === true,
    );
    await desk.sandbox.clearFaults();
    const paid = await until(id, 'the order is paid', ({ status }) => status === 'PAID');
    expect(paid.h2hSession!.problem).toBeNull();
  });

  it('a verification that never ends is expired, and the order cannot be retried while it may still be paid', async () => {
    const { id, providerOrderId } = await order();
    await submitCard(desk.purser.api, id, cardText(STUCK));
    expect(codesOf(await retryOrder(desk.purser.api, id))).toEqual(['ORDER_STILL_PAYABLE']);
    // Skips the half hour after which a verification expires.
    await ageSession(desk.database, id);
    const ended = await until(id, 'the session is ended', ({ h2hSession }) => h2hSession!.isFinal);
    expect(ended.h2hSession).toMatchObject({ status: 'EXPIRED', nextPollAt: null });
    expect(ended.h2hSession!.problem).toContain('was ended here');
    // The card counts as open until the order ends, because it may still be paid or declined.
    expect((await ordersWithOpenCard(desk.database)).filter((open) => open === ended.id)).toHaveLength(1);
    expect(codesOf(await retryOrder(desk.purser.api, id))).toEqual(['ORDER_STILL_PAYABLE']);
    await desk.sandbox.move(providerOrderId, 'expire');
    await refreshOrder(desk.purser.api, id);
    expect(await retryOrder(desk.purser.api, id)).toMatchObject({ order: { retryOf: { id } }, userErrors: [] });
  });

  it('a failed verification is retried with one new order, however often the retry is requested', async () => {
    const { id } = await order();
    await submitCard(desk.purser.api, id, cardText(FAILS));
    await until(id, 'the verification fails', ({ h2hSession }) => h2hSession!.status === 'FAILED');
    const answers = await Promise.all(Array.from({ length: 10 }, () => retryOrder(desk.purser.api, id)));
    const retries = new Set(answers.map(({ order: retry }) => retry!.id));
    expect(retries.size).toBe(1);
    const [retry] = retries;
    await submitCard(desk.purser.api, retry!, cardText(SUCCEEDS));
    await until(retry!, 'the new order is paid', ({ status }) => status === 'PAID');
    expect(codesOf(await retryOrder(desk.purser.api, retry!))).toEqual(['ORDER_PAID']);
  });
});
