import { randomUUID } from 'node:crypto';
import { confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { cardText, enableEveryMethod } from '../support/h2h.js';
import {
  closeOrder,
  createdOrder,
  createOrder,
  getOrder,
  type OrderView,
  refreshOrder,
  statusesUntil,
  watchOnwards,
} from '../support/orders.js';
import { APPROVER_API_KEY } from '../support/purser.js';
import { IMPATIENT } from '../support/settings.js';
import { CARD_FIELDS, payerWith } from './order-methods.table.js';

/** A card whose bank never decides, so its order stays as it is. */
const STUCK = '378282246310005';

describe('an unconfirmed order', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      ...IMPATIENT,
      APPROVER_API_KEY,
      PAYOUT_CLOSE_AFTER_MINUTES: '0',
      PROVIDER_REFRESH_SECONDS: '0',
    });
    await enableEveryMethod(desk.purser);
  });

  beforeEach(async () => {
    // A successful call between the faults; five faults in a row would open the circuit breaker.
    await createdOrder(desk.purser.api);
  });

  afterAll(async () => {
    await desk.close();
  });

  const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }): string[] =>
    userErrors.map(({ code }) => code);

  async function unconfirmed(fault = 'dropAfterAccepting'): Promise<OrderView> {
    const externalId = randomUUID();
    await desk.sandbox.setFault({ on: 'createOrder', fault, match: { externalId } });
    const input = { method: 'CARD_IN_ORDER', card: cardText(STUCK), customer: payerWith(CARD_FIELDS), externalId };
    const { order } = await createOrder(desk.purser.api, input);
    expect(order).toMatchObject({ status: 'UNCONFIRMED', providerOrderId: null });
    return order!;
  }

  const bookedId = async (order: OrderView): Promise<string> =>
    (await desk.sandbox.orders()).find(({ externalId }) => externalId === order.externalId)!.id;

  it("an unconfirmed order is bound to the provider's order that a person names, if amount and external id match", async () => {
    const order = await unconfirmed();
    const providerOrderId = await bookedId(order);
    expect(codes(await refreshOrder(desk.purser.api, order.id))).toEqual(['ORDER_NOT_AT_PROVIDER']);
    const bound = await refreshOrder(desk.purser.api, order.id, providerOrderId);
    expect(bound).toMatchObject({ userErrors: [], order: { status: 'CREATED', providerOrderId } });
    expect(bound.order!.timeline.at(-1)).toMatchObject({ from: 'UNCONFIRMED', cause: 'OPERATOR' });
    expect(codes(await refreshOrder(desk.purser.api, order.id, randomUUID()))).toEqual(['ORDER_MISMATCH']);
  });

  it("an unconfirmed order is not bound to another order's id, nor to an id that the provider does not have", async () => {
    const order = await unconfirmed();
    const other = await createdOrder(desk.purser.api);
    expect(codes(await refreshOrder(desk.purser.api, order.id, other.providerOrderId))).toEqual(['ORDER_MISMATCH']);
    expect(codes(await refreshOrder(desk.purser.api, order.id, randomUUID()))).toEqual(['ORDER_NOT_AT_PROVIDER']);
    expect(await getOrder(desk.purser.api, order.id)).toMatchObject({ status: 'UNCONFIRMED', providerOrderId: null });
  });

  it('two people close an unconfirmed order as unpaid, and it is reopened if it is paid after all', async () => {
    const order = await unconfirmed();
    const request = proposed(await closeOrder(desk.purser.api, order.id));
    expect(request).toMatchObject({ kind: 'UNCONFIRMED_ORDER', subject: order.id, reason: 'ticket 7' });
    const both = await desk.keyWith(['orders:refresh', 'changes:confirm']);
    const own = proposed(await closeOrder(both, (await unconfirmed()).id));
    expect(codes(await confirmChange(both, own))).toEqual(['OWN_REQUEST']);
    expect(codes(await confirmChange(desk.purser.approver, request))).toEqual([]);
    const closed = await getOrder(desk.purser.api, order.id);
    expect(closed).toMatchObject({ status: 'DECLINED', isFinal: true, nextCheckAt: null });
    expect(closed.problem).toContain('Two people');
    expect(closed.timeline.at(-1)).toMatchObject({ from: 'UNCONFIRMED', to: 'DECLINED', cause: 'OPERATOR' });
    expect(codes(await closeOrder(desk.purser.api, order.id))).toEqual(['NOT_UNCONFIRMED']);

    const changes = await watchOnwards(desk.purser.api, order.id);
    await desk.sandbox.move(await bookedId(order), 'pay');
    await statusesUntil(changes, order.id, 'PAID');
    await changes.close();
  });

  it('a request to close an unconfirmed order is outdated once evidence has settled the order', async () => {
    const order = await unconfirmed();
    const proposal = await closeOrder(desk.purser.api, order.id);
    await refreshOrder(desk.purser.api, order.id, await bookedId(order));
    expect(codes(await confirmChange(desk.purser.approver, proposed(proposal)))).toEqual(['OUTDATED']);
  });
});
