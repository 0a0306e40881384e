import { randomUUID } from 'node:crypto';
import { ROLES } from '../../src/access/scopes/scopes.js';
import { PollOrdersService } from '../../src/orders/poll-orders.service.js';
import { type Desk, openDesk } from '../support/desk.js';
import { createdOrder, createOrder, refreshOrder } from '../support/orders.js';
import { startPurser } from '../support/purser.js';

describe('refreshOrder', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  beforeEach(async () => {
    await createdOrder(desk.purser.api);
  });

  afterAll(async () => {
    await desk.close();
  });

  it("returns the provider's state if the webhook was lost", async () => {
    const externalId = randomUUID();
    await desk.sandbox.setFault({ on: 'orderWebhook', fault: 'lose', match: { externalId } });
    const order = await createdOrder(desk.purser.api, { externalId });
    await desk.sandbox.move(order.providerOrderId, 'pay');
    const { order: refreshed, userErrors } = await refreshOrder(desk.purser.api, order.id);
    expect(userErrors).toEqual([]);
    expect(refreshed).toMatchObject({ status: 'PAID', timeline: [{}, {}, { to: 'PAID', cause: 'POLL' }] });
  });

  it('shares one read-back among requests within seconds, on one replica', async () => {
    const shared = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PROVIDER_REFRESH_SECONDS: '3600',
      PURSER_ROLES: 'api',
    });
    const order = await createdOrder(shared.api);
    const reads = jest.spyOn(shared.service(PollOrdersService), 'readBack');
    await Promise.all(Array.from({ length: 10 }, () => refreshOrder(shared.api, order.id)));
    expect((await refreshOrder(shared.api, order.id)).userErrors).toEqual([]);
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
    await shared.close();
  });

  it('requires the scope orders:refresh', async () => {
    const { id } = await createdOrder(desk.purser.api);
    const viewer = await desk.keyWith(ROLES.viewer);
    const { errors } = await viewer.send(
      'mutation ($input: RefreshOrderInput!) { refreshOrder(input: $input) { order { id } } }',
      {
        input: { orderId: id },
      },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('refuses an unknown order', async () => {
    const { order, userErrors } = await refreshOrder(desk.purser.api, randomUUID());
    expect(order).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'ORDER_NOT_FOUND', field: ['input', 'orderId'] }]);
  });

  it('refuses an order that the provider never received', async () => {
    const externalId = randomUUID();
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'dropBeforeAccepting', match: { externalId } });
    const { order } = await createOrder(desk.purser.api, { externalId });
    const { userErrors } = await refreshOrder(desk.purser.api, order!.id);
    expect(userErrors).toMatchObject([{ code: 'ORDER_NOT_AT_PROVIDER' }]);
  });

  it('changes nothing if the provider cannot be reached', async () => {
    const order = await createdOrder(desk.purser.api);
    await desk.sandbox.setFault({
      on: 'readOrder',
      fault: 'serverError',
      times: 3,
      match: { externalId: order.externalId },
    });
    const { order: shown, userErrors } = await refreshOrder(desk.purser.api, order.id);
    expect(userErrors).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE' }]);
    expect(shown).toMatchObject({ status: 'CREATED', providerOrderId: order.providerOrderId });
  });
});
