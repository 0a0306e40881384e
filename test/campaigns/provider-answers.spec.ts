import { AnswersProxy } from '../support/answers-proxy.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import { cardText, enableEveryMethod, getH2hOrder, type H2hOrderView, submitCard, submitCode } from '../support/h2h.js';
import { createdOrder, getOrder, type OrderView } from '../support/orders.js';
import {
  bookedPayout,
  getPayout,
  getPayoutGate,
  payoutWhen,
  type PayoutView,
  recordedPayout,
  refreshPayout,
} from '../support/payouts.js';
import { answerForms, rewritten, rewrittenCode, rewrittenStatus } from './provider-answers.table.js';

const ORDERS = 60;
const PAYOUTS = 80;
const CARDS = 40;
const AT_ONCE = 10;

const SUCCEEDS = '4111111111111111';
const ASKS = '5555555555554444';
const FAILS = '4000000000000002';

/** Runs work for each number from 0 to `count` - 1, a few at a time. */
async function forEachOf<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => start + offset);
    results.push(...(await Promise.all(indexes.map(work))));
  }
  return results;
}

describe('one provider answer in two hundred forms', () => {
  const forms = answerForms(400);
  let desk: Desk;
  let proxy: AnswersProxy;
  let answers = 0;
  let amountsLost = 0;
  let answersToCards = 0;
  /** For each status call of a card verification, whether its last answer lacked the flag. */
  const flagsLost = new Map<string, boolean>();

  beforeAll(async () => {
    proxy = await AnswersProxy.start();
    desk = await openDesk({
      PROVIDER_BASE_URL: proxy.url,
      METRICS_PORT: '0',
      PROVIDER_PROFILE_FILE: jsonFile({
        payoutCheckDelaysSeconds: [1],
        orderCheckDelaysSeconds: [1],
        h2hPollDelaysSeconds: [1],
      }),
    });
    proxy.target = desk.sandbox.url;
    proxy.rewrite = (call, answer) => {
      if (answer.status > 299) return answer;
      const form = forms[answers % forms.length]!;
      answers += 1;
      if (call.includes('/h2h/')) answersToCards += 1;
      if (call.endsWith('/h2h/code')) return rewrittenCode(answer, form);
      if (call.endsWith('/h2h/status')) {
        flagsLost.set(call, form.isFlagLost);
        return rewrittenStatus(answer, form);
      }
      // The answer to a card is the order, and only its status matters.
      const isRead = call.startsWith('GET') || call.endsWith('/h2h/card');
      if (isRead && form.isAmountLost) amountsLost += 1;
      return rewritten(answer, form, { isRead });
    };
  });

  afterAll(async () => {
    await desk.close();
    await proxy.close();
  });

  it('no order stays unknown, and each is paid once', async () => {
    const { api } = desk.purser;
    const paid = await forEachOf(ORDERS, async (index): Promise<OrderView> => {
      const order = await createdOrder(api, { amount: `${1_000 + index}.50`, currency: 'EUR' });
      await desk.sandbox.move(order.providerOrderId, 'pay');
      return eventually(`order ${index} is paid`, async () => {
        const now = await getOrder(api, order.id);
        return now.status === 'PAID' ? now : null;
      });
    });

    expect(new Set(paid.map(({ id }) => id)).size).toBe(ORDERS);
    expect(paid.filter(({ problem }) => problem !== null && !problem.includes('amount is not an amount'))).toEqual([]);
  });

  it('no verification stays unknown, and each card and code is sent once', async () => {
    const { api } = desk.purser;
    await enableEveryMethod(desk.purser);
    const until = (id: string, what: string, isThere: (order: H2hOrderView) => boolean): Promise<H2hOrderView> =>
      eventually(`${what}: order ${id}`, async () => {
        const now = await getH2hOrder(api, id);
        return isThere(now) ? now : null;
      });
    const ended = await forEachOf(CARDS, async (index): Promise<boolean | undefined> => {
      const card = [SUCCEEDS, ASKS, ASKS, FAILS][index % 4]!;
      const { id, providerOrderId } = await createdOrder(api, { method: 'CARD_H2H' });
      expect(await submitCard(api, id, cardText(card))).toMatchObject({ userErrors: [] });
      if (card === ASKS) {
        await until(id, 'the bank asks for a code', ({ h2hSession }) => h2hSession!.isSmsRequired);
        expect(await submitCode(api, id, '123456')).toMatchObject({ userErrors: [] });
      }
      const end = await until(id, 'the verification ends', ({ h2hSession }) => h2hSession!.isFinal);
      expect(end.h2hSession).toMatchObject({ status: card === FAILS ? 'FAILED' : 'SUCCESS', lastCodeRejected: false });
      if (card !== FAILS) await until(id, 'the order is paid', ({ status }) => status === 'PAID');
      const codes = card === ASKS ? 1 : 0;
      expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 1, codes });
      // The problem names only what the last answer lacked.
      const isLost = flagsLost.get(`GET /v1/orders/${providerOrderId}/h2h/status`);
      const named = expect.stringContaining('isSmsRequired') as string;
      expect(end.h2hSession!.problem).toEqual(isLost ? named : null);
      return isLost;
    });

    expect(ended.filter((isLost) => isLost).length).toBeGreaterThan(0);
    expect(answersToCards).toBeGreaterThan(100);
  });

  it('no payout stays unconfirmed, nothing is paid twice, and the gate stays open', async () => {
    const { api } = desk.purser;
    const completed = await forEachOf(PAYOUTS, async (index): Promise<PayoutView> => {
      const payout = await recordedPayout(api, { amount: `${1_000 + index}.50` });
      expect(payout).toMatchObject({ status: 'CREATED', attempts: [{ state: 'ACCEPTED' }] });
      const { id } = await bookedPayout(desk.sandbox, payout);
      expect(payout.providerPayoutId).toBe(id);
      await desk.sandbox.movePayout(id, 'complete');
      return payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
    });

    const booked = await desk.sandbox.payouts();
    expect(booked).toHaveLength(PAYOUTS);
    expect(new Set(booked.map(({ externalId }) => externalId)).size).toBe(PAYOUTS);
    expect(completed.every(({ attempts }) => attempts.length === 1)).toBe(true);
    expect((await getPayoutGate(api)).isOpen).toBe(true);
  });

  it('a discrepancy names an unreadable amount, and nothing else', async () => {
    const { api } = desk.purser;
    const { discrepancies } = await api.request<{
      discrepancies: { nodes: { kind: string; theirs: { name: string; value: string }[]; payoutId: string }[] };
    }>('{ discrepancies(first: 100) { nodes { kind theirs { name value } payoutId } } }');
    const unlike = discrepancies.nodes.filter(
      ({ kind, theirs }) => kind !== 'AMOUNT' || theirs[0]?.value !== 'unreadable',
    );

    expect(unlike).toEqual([]);
    expect(discrepancies.nodes.length).toBeGreaterThan(0);
    // A later readable answer clears the problem, so this makes another unreadable one.
    const { payoutId } = discrepancies.nodes[0]!;
    const honest = proxy.rewrite;
    proxy.rewrite = (_call, answer) => rewritten(answer, { ...forms[0]!, isAmountLost: true }, { isRead: true });
    await refreshPayout(api, payoutId);
    proxy.rewrite = honest;
    const { problem } = await getPayout(api, payoutId);
    expect(problem).toBe("The provider's answer could not be read in full: amount is not an amount.");
    expect(amountsLost).toBeGreaterThan(5);
    expect(answers).toBeGreaterThan(200);
  });

  it('the problem names the field of an unusable answer, for orders and payouts alike', async () => {
    const { api } = desk.purser;
    const [order, payout] = [await createdOrder(api), await recordedPayout(api)];
    const honest = proxy.rewrite;
    proxy.rewrite = (call, answer) =>
      call.startsWith('GET') ? { ...answer, body: answer.body.replace('"status":', '"state":') } : honest(call, answer);
    const unusable = "The provider's answer could not be used (malformed: status is missing).";

    await eventually('both problems are noted', async () => {
      const problems = [(await getOrder(api, order.id)).problem, (await getPayout(api, payout.id)).problem];
      return problems.every((problem) => problem === unusable) ? true : null;
    });
    const port = desk.purser.logLines.map((line) => /"metrics_listening".*"port":(\d+)/.exec(line)?.[1]).find(Boolean);
    const metrics = await (await fetch(`http://127.0.0.1:${port!}/metrics`)).text();
    expect(metrics).toContain(
      'purser_provider_unusable_answers_total{operation="readOrder",detail="status is missing"}',
    );
    proxy.rewrite = honest;
    await desk.sandbox.movePayout(payout.providerPayoutId!, 'complete');
    expect(await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED')).not.toMatchObject({
      problem: unusable,
    });
  });
});
