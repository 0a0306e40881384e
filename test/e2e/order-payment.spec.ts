import { type Desk, openDesk } from '../support/desk.js';
import { createdOrder, getOrder, watchOrders, statusesUntil } from '../support/orders.js';

describe('an order on the hosted page', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  it('goes live from CREATED to PAID, by a webhook and a read-back', async () => {
    const { purser, sandbox } = desk;
    const changes = await watchOrders(purser.api);
    const order = await createdOrder(purser.api, { amount: '1050.00' });
    expect(order).toMatchObject({ status: 'CREATED', providerStatus: 'CREATED', isFinal: false, amount: '1050.00' });
    expect(order.paymentLink).toContain(sandbox.url);

    await sandbox.move(order.providerOrderId, 'pay');

    expect(await statusesUntil(changes, order.id, 'PAID')).toEqual(['SUBMITTING', 'CREATED', 'PAID']);
    const paid = await getOrder(purser.api, order.id);
    expect(paid).toMatchObject({
      status: 'PAID',
      isFinal: true,
      commission: '26.25',
      received: '1023.75',
      nextCheckAt: null,
      problem: null,
    });
    expect(paid.paidAt).not.toBeNull();
    expect(paid.timeline).toEqual([
      { from: null, to: 'SUBMITTING', cause: 'API' },
      { from: 'SUBMITTING', to: 'CREATED', cause: 'PROVIDER_RESPONSE' },
      { from: 'CREATED', to: 'PAID', cause: 'WEBHOOK' },
    ]);
    await changes.close();
  });
});
