import { randomUUID } from 'node:crypto';
import { CardLimitsService } from '../../../src/desk/card-limits/card-limits.service.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { jsonFile } from '../../support/files.js';
import type { GraphqlClient } from '../../support/graphql-client.js';
import { cardText, enableEveryMethod, getH2hOrder } from '../../support/h2h.js';
import { countOrders, createdOrder, getOrder, orderInput } from '../../support/orders.js';
import { startPurser, type TestPurser } from '../../support/purser.js';
import { CARD_FIELDS, payerWith } from '../../e2e/order-methods.table.js';
import {
  blockCards,
  type CardCountRow,
  cardCounts,
  forgetCards,
  ordersWithOpenCard,
  passCardMinutes,
} from '../../support/card-counts.js';
import { auditEntries } from '../../support/audit-log.js';
import { storedText } from '../../support/stored-text.js';

const SUCCEEDS = '4111111111111111';
const FAILS = '4000000000000002';
const STUCK = '378282246310005';

const PER_EMAIL = 5;
const PER_NETWORK = 7;
const PER_BIN = 9;
const PER_KEY = 6;

/** The parts of a user error that show when the next card may be sent. */
interface Refusal {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly retryAt: string | null;
}

interface Answer {
  readonly order: { readonly id: string } | null;
  readonly userErrors: readonly Refusal[];
}

const PAYLOAD = '{ order { id } userErrors { code field message retryAt } }';

async function sendCard(api: GraphqlClient, orderId: string, cardNumber: string): Promise<Answer> {
  const { submitH2hCard } = await api.request<{ submitH2hCard: Answer }>(
    `mutation ($input: SubmitH2hCardInput!) { submitH2hCard(input: $input) ${PAYLOAD} }`,
    { input: { orderId, card: cardText(cardNumber) } },
  );
  return submitH2hCard;
}

async function orderWithCard(
  api: GraphqlClient,
  cardNumber: string,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const customer = { ...payerWith(CARD_FIELDS), email: emailOfNobody() };
  const { createOrder } = await api.request<{ createOrder: Answer }>(
    `mutation ($input: CreateOrderInput!) { createOrder(input: $input) ${PAYLOAD} }`,
    { input: orderInput({ method: 'CARD_IN_ORDER', card: cardText(cardNumber), customer, ...overrides }) },
  );
  return createOrder;
}

async function liftBlock(
  api: GraphqlClient,
  input: { readonly subject: string; readonly reason: string },
): Promise<{ readonly isLifted: boolean; readonly userErrors: readonly Refusal[] }> {
  const { liftCardBlock } = await api.request<{
    liftCardBlock: { readonly isLifted: boolean; readonly userErrors: readonly Refusal[] };
  }>(
    `mutation ($input: LiftCardBlockInput!) { liftCardBlock(input: $input) {
       isLifted userErrors { code field message } } }`,
    { input },
  );
  return liftCardBlock;
}

const emailOfNobody = (): string => `${randomUUID()}@shop.example`;

const refusalsIn = (answers: readonly Answer[]): Refusal[] => answers.flatMap(({ userErrors }) => userErrors);

// More than any limit, but few enough that a busy machine sends each in time.
const AT_ONCE = 12;

async function times<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) {
    const length = Math.min(AT_ONCE, count - results.length);
    results.push(...(await Promise.all(Array.from({ length }, (_, at) => work(results.length + at)))));
  }
  return results;
}

/** Returns a card number of a separate bank, which the sandbox declines. */
function declinedCard(bank: number): string {
  const digits = `4${String(90_000 + bank)}000000000`;
  const sum = Array.from(digits, Number).reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

// Fifty orders and cards on three replicas take seconds, or a minute on a machine with ten times the work.
jest.setTimeout(180_000);

describe('cards that look like guesses', () => {
  let desk: Desk;
  let others: readonly TestPurser[];
  let alarmsBefore: number;
  let cardsBefore: number;

  beforeAll(async () => {
    const settings = {
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1], orderCheckDelaysSeconds: [3_600] }),
      CARD_LIMIT_PER_EMAIL: String(PER_EMAIL),
      CARD_LIMIT_PER_NETWORK: String(PER_NETWORK),
      CARD_LIMIT_PER_BIN: String(PER_BIN),
      CARD_LIMIT_PER_KEY: String(PER_KEY),
    };
    desk = await openDesk(settings);
    const replica = {
      ...settings,
      // Cards are counted where they are submitted, and one worker is enough for all three.
      PURSER_ROLES: 'api',
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
    };
    others = await Promise.all([startPurser(replica), startPurser(replica)]);
    await enableEveryMethod(desk.purser);
  });

  beforeEach(async () => {
    await forgetCards(desk.database);
    alarmsBefore = alarms().length;
    cardsBefore = await countCards();
  });

  afterEach(async () => {
    await desk.sandbox.clearFaults();
  });

  afterAll(async () => {
    await Promise.all(others.map((other) => other.close()));
    await desk.close();
  });

  const alarms = () =>
    [desk.purser, ...others].flatMap((purser) => purser.alarms().filter(({ alarm }) => alarm === 'cards_blocked'));

  /** Counts the cards that the provider has received. */
  async function countCards(): Promise<number> {
    return (await desk.sandbox.orders()).flatMap(({ cards }) => cards).length;
  }

  async function countOf(subject: string): Promise<CardCountRow | undefined> {
    return (await cardCounts(desk.database, subject))[0];
  }

  async function expectLimited(answers: readonly Answer[], sent: number, whose: string): Promise<void> {
    expect((await countCards()) - cardsBefore).toBe(sent);
    const refusals = refusalsIn(answers);
    expect(refusals.map(({ code }) => code)).toEqual(Array(answers.length - sent).fill('TOO_MANY_CARDS'));
    for (const { field, message, retryAt } of refusals) {
      expect(field).toEqual(['input', 'card']);
      expect(message).toContain(whose);
      expect(message).toContain(retryAt);
      const minutes = (Date.parse(retryAt!) - Date.now()) / 60_000;
      expect(Math.abs(minutes - 60)).toBeLessThan(2);
    }
    expect(alarms()).toHaveLength(alarmsBefore + 1);
  }

  it("of twenty cards for existing orders, only one payer's limit is sent, and the other orders can still be paid", async () => {
    const customer = { email: 'guesser@shop.example', ip: '81.2.69.142' };
    const orders = await times(20, () => createdOrder(desk.purser.api, { method: 'CARD_H2H', customer }));
    const answers = await times(20, (index) => sendCard(desk.purser.api, orders[index]!.id, STUCK));
    await expectLimited(answers, PER_EMAIL, 'this e-mail address');
    const refused = orders.filter((_, index) => answers[index]!.userErrors.length > 0);
    const sessions = await Promise.all(refused.map(({ id }) => getH2hOrder(desk.purser.api, id)));
    expect(new Set(sessions.map(({ h2hSession }) => h2hSession?.status))).toEqual(new Set(['NOT_STARTED']));
    const left = await getH2hOrder(desk.purser.api, refused[0]!.id);
    expect(left).toMatchObject({ status: 'CREATED', h2hSession: { status: 'NOT_STARTED', maskedCardNumber: null } });
    await desk.sandbox.move(refused[0]!.providerOrderId, 'pay');
    await eventually('it is paid in another way', async () => {
      const { status } = await getOrder(desk.purser.api, refused[0]!.id);
      return status === 'PAID' ? status : null;
    });
  });

  it("of fifty orders with a card, only one payer's limit is sent, and the rest leave no trace", async () => {
    const email = 'guesser@shop.example';
    const mails = (index: number): string => email.replace('@', `+${index}@`);
    const externalIds = Array.from({ length: 50 }, () => randomUUID());
    const answers = await times(50, (index) =>
      orderWithCard(desk.purser.api, STUCK, {
        externalId: externalIds[index],
        customer: { ...payerWith(CARD_FIELDS), email: mails(index) },
      }),
    );
    await expectLimited(answers, PER_EMAIL, 'this e-mail address');
    const made = await Promise.all(externalIds.map((externalId) => countOrders(desk.purser.api, { externalId })));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(PER_EMAIL);
    expect(answers.filter(({ order }) => order !== null)).toHaveLength(PER_EMAIL);
  });

  it("three replicas together send no more than one payer's limit", async () => {
    const clients = [desk.purser, ...others].map(({ api }) => api);
    const customer = { ...payerWith(CARD_FIELDS), email: 'guesser@shop.example' };
    const answers = await times(60, (index) => orderWithCard(clients[index % 3]!, STUCK, { customer }));
    await expectLimited(answers, PER_EMAIL, 'this e-mail address');
  });

  it("cards are counted by the payer's network, however many e-mail addresses the payer uses", async () => {
    const answers = await times(20, (index) => {
      const customer = { ...payerWith(CARD_FIELDS), email: emailOfNobody(), ip: `2a02:6b8::${index + 1}` };
      return orderWithCard(desk.purser.api, STUCK, { customer });
    });
    await expectLimited(answers, PER_NETWORK, "the payer's network");
  });

  it('cards are counted by their first six digits, even if nothing is known about the payers', async () => {
    const orders = await times(20, () => createdOrder(desk.purser.api, { method: 'CARD_H2H' }));
    const answers = await times(20, (index) => sendCard(desk.purser.api, orders[index]!.id, STUCK));
    await expectLimited(answers, PER_BIN, 'first six digits');
    expect(refusalsIn([await orderWithCard(desk.purser.api, SUCCEEDS)])).toEqual([]);
  });

  it('declined cards are counted by API key, and another key can continue', async () => {
    for (let bank = 0; bank < PER_KEY; bank += 1) {
      const { order } = await orderWithCard(desk.purser.api, declinedCard(bank));
      await eventually('it is declined', async () => {
        const { status } = await getOrder(desk.purser.api, order!.id);
        return status === 'DECLINED' ? status : null;
      });
    }
    const answers = await times(3, () => orderWithCard(desk.purser.api, declinedCard(PER_KEY)));
    cardsBefore += PER_KEY;
    await expectLimited(answers, 0, 'this API key');
    const other = await desk.keyWith(['orders:create']);
    expect(refusalsIn([await orderWithCard(other, SUCCEEDS)])).toEqual([]);
  });

  it('cards that are paid block nobody, however busy the shop', async () => {
    const customer = { ...payerWith(CARD_FIELDS), ip: '81.2.69.142' };
    for (let cards = 0; cards < 3 * PER_BIN; cards += 1) {
      const answer = await orderWithCard(desk.purser.api, SUCCEEDS, { customer });
      expect(answer.userErrors).toEqual([]);
      await eventually('it is paid', async () => {
        const { status } = await getOrder(desk.purser.api, answer.order!.id);
        return status === 'PAID' ? status : null;
      });
    }
    expect(await countOf('bin:411111')).toMatchObject({ cards: 3 * PER_BIN, paid: 3 * PER_BIN, declined: 0 });
    expect(alarms()).toHaveLength(alarmsBefore);
  });

  it('cards are sent again after the block has expired', async () => {
    const customer = { ...payerWith(CARD_FIELDS), email: 'guesser@shop.example' };
    const send = () => orderWithCard(desk.purser.api, STUCK, { customer });
    await times(PER_EMAIL, send);
    const [refusal] = refusalsIn([await send()]);
    expect(refusal!.code).toBe('TOO_MANY_CARDS');
    await passCardMinutes(desk.database, 59);
    expect(refusalsIn([await send()])).toMatchObject([{ code: 'TOO_MANY_CARDS' }]);
    await passCardMinutes(desk.database, 2);
    expect(refusalsIn([await send()])).toEqual([]);
    expect(alarms()).toHaveLength(alarmsBefore + 1);
  });

  it('cards are sent again once an administrator lifts the block, and the audit log records it', async () => {
    const customer = { ...payerWith(CARD_FIELDS), email: 'guesser@shop.example' };
    const send = () => orderWithCard(desk.purser.api, STUCK, { customer });
    await times(PER_EMAIL, send);
    expect(refusalsIn([await send()])).toMatchObject([{ code: 'TOO_MANY_CARDS' }]);
    const alarm = alarms().at(-1) as unknown as { readonly subject: string };
    const input = { subject: alarm.subject, reason: 'A flower shop on Mother’s Day.' };

    await expect(liftBlock(desk.purser.api, input)).rejects.toThrow('cards:unblock');
    expect(refusalsIn([await send()])).toMatchObject([{ code: 'TOO_MANY_CARDS' }]);
    expect(await liftBlock(desk.purser.admin, input)).toEqual({ isLifted: true, userErrors: [] });
    expect(refusalsIn([await send()])).toEqual([]);
    const entries = await auditEntries(desk.purser.admin, { action: 'card_block.lifted', subjectId: alarm.subject });
    expect(entries).toMatchObject([
      { actor: { kind: 'API_KEY' }, reason: input.reason, before: { cards: String(PER_EMAIL) } },
    ]);
    expect(entries[0]!.after).toEqual({});
  });

  it.each([
    [{ subject: 'bin:999999' }, ['NOT_BLOCKED input.subject']],
    [{ subject: 'bin:4111111111111111' }, ['SUBJECT_INVALID input.subject']],
    [{ subject: 'ada@shop.example', reason: '' }, ['SUBJECT_INVALID input.subject', 'REASON_INVALID input.reason']],
  ])('refuses to lift a block that does not exist or lacks a reason: %j', async (given, problems) => {
    await blockCards(desk.database, 'bin:999999', '-1 second');
    const { isLifted, userErrors } = await liftBlock(desk.purser.admin, { reason: 'Why not?', ...given });
    expect(isLifted).toBe(false);
    expect(userErrors.map(({ code, field }) => `${code} ${field?.join('.') ?? ''}`)).toEqual(problems);
    expect(await countOf('bin:999999')).toBeDefined();
  });

  it('a repeated request counts once, even if it is the last that the limit allows', async () => {
    const customer = { ...payerWith(CARD_FIELDS), email: 'guesser@shop.example' };
    await times(PER_EMAIL - 1, () => orderWithCard(desk.purser.api, STUCK, { customer }));
    const request = { customer, idempotencyKey: randomUUID(), externalId: randomUUID() };
    const answers = await times(20, () => orderWithCard(desk.purser.api, STUCK, request));
    expect(refusalsIn(answers)).toEqual([]);
    expect(new Set(answers.map(({ order }) => order!.id)).size).toBe(1);
    expect((await countCards()) - cardsBefore).toBe(PER_EMAIL);
    expect(alarms()).toHaveLength(alarmsBefore);
  });

  it('a declined card counts once, although both the session and the order are declined', async () => {
    const { id } = await createdOrder(desk.purser.api, { method: 'CARD_H2H' });
    await sendCard(desk.purser.api, id, FAILS);
    await eventually('the order is declined', async () => {
      const { status, h2hSession } = await getH2hOrder(desk.purser.api, id);
      return status === 'DECLINED' && h2hSession!.isFinal ? status : null;
    });
    expect(await countOf('bin:400000')).toMatchObject({ cards: 1, paid: 0, declined: 1 });
    expect(await ordersWithOpenCard(desk.database)).not.toContain(id);
  });

  it('a card that the provider refuses counts as declined, and the next card counts again', async () => {
    const { id, externalId } = await createdOrder(desk.purser.api, { method: 'CARD_H2H' });
    await desk.sandbox.setFault({ on: 'submitH2hCard', fault: 'refuse', status: 422, match: { externalId } });
    expect(refusalsIn([await sendCard(desk.purser.api, id, STUCK)])).toMatchObject([{ code: 'PROVIDER_REFUSED' }]);
    expect(await countOf('bin:378282')).toMatchObject({ cards: 1, declined: 1 });
    await desk.sandbox.clearFaults();
    expect(refusalsIn([await sendCard(desk.purser.api, id, STUCK)])).toEqual([]);
    expect(await countOf('bin:378282')).toMatchObject({ cards: 2, declined: 1 });
  });

  it.each([400, 401, 403, 404])('no card counts while the provider refuses every request with %i', async (status) => {
    const customer = { ...payerWith(CARD_FIELDS), email: 'payer@shop.example', ip: '81.2.69.142' };
    const orders = await times(PER_BIN + 1, () => createdOrder(desk.purser.api, { method: 'CARD_H2H', customer }));
    for (const on of ['submitH2hCard', 'createOrder']) {
      await desk.sandbox.setFault({ on, fault: 'refuse', status, times: null });
    }
    const answers: Answer[] = [];
    // One at a time, because a card without an answer counts.
    for (const { id } of orders) {
      answers.push(await sendCard(desk.purser.api, id, STUCK));
      answers.push(await orderWithCard(desk.purser.api, STUCK, { customer }));
    }
    expect(new Set(refusalsIn(answers).map(({ code }) => code))).toEqual(new Set(['PROVIDER_REFUSED']));
    for (const subject of ['bin:378282', 'key:', 'email:', 'network:']) {
      expect(await countOf(subject)).toMatchObject({ cards: 0, declined: 0 });
    }
    expect(alarms()).toHaveLength(alarmsBefore);
  });

  it('cards that were provably not sent do not count', async () => {
    const unreachable = await startPurser({ DATABASE_URL: desk.database.url, PURSER_ROLES: 'api' });
    const { id } = await createdOrder(desk.purser.api, { method: 'CARD_H2H' });
    const answers = [await sendCard(unreachable.api, id, STUCK), await orderWithCard(unreachable.api, STUCK)];
    await unreachable.close();
    expect(refusalsIn(answers).map(({ code }) => code)).toEqual(['PROVIDER_NOT_REACHED', 'PROVIDER_NOT_REACHED']);
    expect(await countOf('bin:378282')).toMatchObject({ cards: 0, declined: 0 });
  });

  it('a card for a retried order counts for the same payer', async () => {
    const customer = { email: 'guesser@shop.example' };
    const { id } = await createdOrder(desk.purser.api, { method: 'CARD_H2H', customer });
    await sendCard(desk.purser.api, id, FAILS);
    await eventually('the verification fails', async () => {
      const { h2hSession } = await getH2hOrder(desk.purser.api, id);
      return h2hSession!.status === 'FAILED' ? h2hSession : null;
    });
    const { retryOrder } = await desk.purser.api.request<{ retryOrder: Answer }>(
      'mutation ($input: RetryOrderInput!) { retryOrder(input: $input) { order { id } userErrors { code message } } }',
      { input: { orderId: id } },
    );
    await sendCard(desk.purser.api, retryOrder.order!.id, FAILS);
    expect(await countOf('email:')).toMatchObject({ cards: 2 });
  });

  it('only six digits and keyed hashes are stored, in rows that expire', async () => {
    const { email, ip } = { email: 'Ada.Byron@shop.example', ip: '81.2.69.143' };
    await orderWithCard(desk.purser.api, STUCK, { customer: { ...payerWith(CARD_FIELDS), email, ip } });
    const text = await storedText(desk.database, 'card_counts', 'counted_cards', {
      table: 'orders',
      column: 'payer_subjects',
    });
    expect(text).toContain('bin:378282');
    expect(text).not.toMatch(/37828[^2]|3782822|10005|byron|shop\.example|81\.2\.69/i);
    const kinds = (await cardCounts(desk.database)).map(({ subject }) => subject.split(':')[0]);
    expect(kinds).toEqual(['bin', 'email', 'key', 'network']);
    for (const wrong of ['bin:3782822', 'bin:37828', `email:${email}`, `network:${ip}`, 'pan:378282']) {
      await expect(blockCards(desk.database, wrong, '1 hour')).rejects.toThrow('chk_card_counts_subject');
    }
    await passCardMinutes(desk.database, 9 * 60 - 1);
    await desk.purser.service(CardLimitsService).purgeDue();
    expect(await cardCounts(desk.database)).toHaveLength(4);
    await passCardMinutes(desk.database, 2);
    expect(await desk.purser.service(CardLimitsService).purgeDue()).toEqual({ more: false });
    expect(await cardCounts(desk.database)).toEqual([]);
    expect(await ordersWithOpenCard(desk.database)).toEqual([]);
  });
});
