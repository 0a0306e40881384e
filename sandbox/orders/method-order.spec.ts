import { customerRequest } from '../testing/card-request.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

describe('order with extraParams or a customer', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it.each(['wallet1-pay', 'wallet2-pay', 'bankmethod'])(
    'opens an order with %s and stores both',
    async (extraParams) => {
      const customer = customerRequest();
      const { id, status } = await sandbox.client.createOrder({ extraParams, customer });
      expect(status).toBe('CREATED');
      expect(await sandbox.client.booked(id)).toMatchObject({
        status: 'CREATED',
        method: extraParams.replace('-pay', ''),
        extraParams,
        customer,
        declineReason: null,
        outcome: null,
      });
    },
  );

  it.each([
    { fields: { extraParams: 'WALLET1PAY', customer: customerRequest() }, reason: 'extraParams' },
    { fields: { extraParams: 'wallet1-pay' }, reason: 'customer.country is required' },
    { fields: { extraParams: 'bankmethod', customer: { firstName: 'Ada' } }, reason: 'customer.lastName is required' },
  ])('creates an order and declines it, with a webhook: $reason', async ({ fields, reason }) => {
    const { id, status } = await sandbox.client.createOrder(fields);
    expect(status).toBe('CREATED');
    await sandbox.client.bookWith(({ webhooks }) => webhooks[0]?.outcome === 'delivered');
    expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ id, status: 'DECLINED' });
    const { declineReason, moves } = await sandbox.client.booked(id);
    expect(declineReason).toContain(reason);
    expect(moves).toMatchObject([{ from: 'CREATED', to: 'DECLINED', cause: 'terminal' }]);
  });

  it('refuses to pay an order that will be declined', async () => {
    await sandbox.client.send('PUT', '/control/settings', { orderOutcomeDelayMs: 600_000 });
    const { id, paymentLink } = await sandbox.client.createOrder({ extraParams: 'nonsense' });
    await fetch(`${paymentLink}/pay`, { method: 'POST', redirect: 'manual' });
    expect(await (await fetch(paymentLink)).text()).not.toContain('<form');
    expect(await sandbox.client.booked(id)).toMatchObject({ status: 'PENDING', outcome: { to: 'DECLINED' } });
  });

  it('declines an order even if its webhook comes before its answer', async () => {
    await sandbox.client.setFault({ on: 'createOrder', fault: 'webhookBeforeAnswer' });
    const { id } = await sandbox.client.createOrder({ extraParams: 'nonsense' });
    expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ id, status: 'DECLINED' });
  });

  it('opens an order without a customer unless the terminal needs an e-mail address', async () => {
    await sandbox.client.setTerminals({ hostedPageNeedsEmail: true });
    await sandbox.client.createOrder();
    const { id } = await sandbox.client.createOrder({ customer: { email: 'ada@example.test' } });
    const { orders } = await sandbox.client.bookWith((book) => book.orders[0]?.status === 'DECLINED');
    expect(orders).toMatchObject([{ declineReason: 'customer.email is required' }, { id, declineReason: null }]);
  });

  it('stores only the customer fields that the interface names', async () => {
    const { id } = await sandbox.client.createOrder({ customer: { email: 'ada@example.test', shoeSize: '42' } });
    expect((await sandbox.client.booked(id)).customer).toEqual({ email: 'ada@example.test' });
  });

  it.each([{ email: 7 }, { ip: null }, { firstName: ['Ada'] }])('refuses the customer %j', async (customer) => {
    const response = await sandbox.client.postOrder({ customer });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ field: `customer.${Object.keys(customer)[0]}` });
  });
});
