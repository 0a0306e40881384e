import { cardRequest } from '../testing/card-request.js';
import {
  closeTestSandboxes,
  firstToken,
  secondToken,
  startTestSandbox,
  type TestSandbox,
} from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);
const sms = '5555555555554444';

describe('H2H API', () => {
  let sandbox: TestSandbox;
  let id: string;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
    ({ id } = await sandbox.client.createOrder());
  });

  afterEach(closeTestSandboxes);

  const requests = {
    card: (orderId: string, options = {}) => sandbox.client.postCard(orderId, {}, options),
    status: (orderId: string, options = {}) => sandbox.client.getH2h(orderId, options),
    code: (orderId: string, options = {}) => sandbox.client.postCode(orderId, '123456', options),
  };
  const endpoints = ['card', 'status', 'code'] as const;

  async function expectRefusal(
    response: Response,
    { status, field = null }: { status: number; field?: string | null },
  ) {
    expect({ status: response.status, body: await response.json() }).toEqual({
      status,
      body: { message: anyText, field },
    });
  }

  it('answers with the order object when the card is accepted', async () => {
    const order = await sandbox.client.sendCard(id, sms);
    expect(order).toEqual(await sandbox.client.readOrder(id));
    expect(order.status).toBe('PENDING');
  });

  it.each(endpoints)('%s refuses a wrong token', async (endpoint) => {
    await expectRefusal(await requests[endpoint](id, { token: 'guessed' }), { status: 401 });
  });

  it.each(endpoints)('%s hides unknown orders and orders of other merchants', async (endpoint) => {
    await sandbox.client.sendCard(id, sms);
    await expectRefusal(await requests[endpoint](id, { token: secondToken }), { status: 404 });
    await expectRefusal(await requests[endpoint]('no-such-order'), { status: 404 });
  });

  it.each(endpoints)('%s is refused on a terminal without H2H', async (endpoint) => {
    await sandbox.client.setTerminals({ h2h: false });
    await expectRefusal(await requests[endpoint](id), { status: 403 });
  });

  it.each(['status', 'code'] as const)('%s answers 404 before a card is sent', async (endpoint) => {
    await expectRefusal(await requests[endpoint](id), { status: 404 });
  });

  it('accepts a card after the page was opened', async () => {
    const { paymentLink } = await sandbox.client.readOrder(id);
    await fetch(paymentLink);
    expect((await sandbox.client.postCard(id)).status).toBe(200);
  });

  it('refuses any second card and leaves the first session unchanged', async () => {
    await sandbox.client.sendCard(id, sms);
    await expectRefusal(await sandbox.client.postCard(id), { status: 409 });
    await expectRefusal(await sandbox.client.postCard(id, { cardNumber: sms }), { status: 409 });
    await sandbox.client.readH2h(id);
    expect(await sandbox.client.readH2h(id)).toEqual({ isSmsRequired: true, status: 'PROCESSING' });
  });

  it('accepts a card after a refused one', async () => {
    await expectRefusal(await sandbox.client.postCard(id, { cvv: '1' }), { status: 422, field: 'cvv' });
    expect((await sandbox.client.postCard(id)).status).toBe(200);
    const { cards } = await sandbox.client.booked(id);
    expect(cards.map(({ outcome }) => outcome)).toEqual(['refused', 'taken']);
  });

  it.each(['pay', 'decline', 'cancel', 'expire'] as const)('refuses a card after %s', async (action) => {
    await sandbox.client.move(id, action);
    await expectRefusal(await sandbox.client.postCard(id), { status: 409 });
  });

  it.each(['wallet1-pay', 'bankmethod', 'nonsense'])('refuses a card for an order by %s', async (extraParams) => {
    await sandbox.client.send('PUT', '/control/settings', { orderOutcomeDelayMs: null });
    const order = await sandbox.client.createOrder({ extraParams });
    await expectRefusal(await sandbox.client.postCard(order.id), { status: 409 });
  });

  it.each(['cardNumber', 'expiryDate', 'cardholderName', 'cvv'])('requires %s', async (field) => {
    await expectRefusal(await sandbox.client.postCard(id, { [field]: undefined }), { status: 422, field });
  });

  it.each([
    { code: undefined, why: 'missing' },
    { code: 123456, why: 'a number' },
    { code: '', why: 'empty' },
    { code: '1'.repeat(33), why: 'too long' },
  ])('refuses a code that is $why', async ({ code }) => {
    await sandbox.client.sendCard(id, sms);
    await sandbox.client.readH2h(id);
    await expectRefusal(await sandbox.client.postCode(id, code), { status: 422, field: 'code' });
    expect(await sandbox.client.readH2h(id)).toMatchObject({ isSmsRequired: true });
  });

  it('refuses a code while the bank asks for none, which is before, during and after its check of a code', async () => {
    await sandbox.client.sendCard(id, '3566002020360505');
    await expectRefusal(await sandbox.client.postCode(id, '123456'), { status: 409 });
    await sandbox.client.readH2h(id);
    await sandbox.client.postCode(id, '123456');
    await expectRefusal(await sandbox.client.postCode(id, '123456'), { status: 409 });
    for (const isSmsRequired of [true, true, false, false]) {
      expect(await sandbox.client.readH2h(id)).toMatchObject({ isSmsRequired });
    }
    await expectRefusal(await sandbox.client.postCode(id, '123456'), { status: 409 });
    const { codes } = await sandbox.client.booked(id);
    expect(codes.map(({ outcome }) => outcome)).toEqual(['refused', 'right', 'refused', 'refused']);
  });

  it.each(['card', 'code'])('answers 400 in JSON if the body of %s is not JSON', async (endpoint) => {
    const headers = { 'content-type': 'application/json', 'x-api-token': firstToken };
    const body = JSON.stringify(cardRequest()).slice(0, -1);
    await expectRefusal(
      await fetch(`${sandbox.url}/v1/orders/${id}/h2h/${endpoint}`, { method: 'POST', headers, body }),
      {
        status: 400,
      },
    );
  });

  it('counts requests by endpoint', async () => {
    await sandbox.client.sendCard(id, sms);
    await sandbox.client.readH2h(id);
    await sandbox.client.postCode(id, '1');
    expect(await sandbox.client.counters()).toMatchObject({
      'POST /v1/orders/{orderId}/h2h/card': 1,
      'GET /v1/orders/{orderId}/h2h/status': 1,
      'POST /v1/orders/{orderId}/h2h/code': 1,
    });
  });
});
