import { bangladeshRequest, payoutRequest } from '../testing/payout-request.js';
import {
  closeTestSandboxes,
  firstToken,
  secondToken,
  startTestSandbox,
  type TestSandbox,
} from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('payout API', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it('creates a payout with exactly the fields of the interface', async () => {
    const account = { name: 'Ada', requisites: '+79001112233', userId: 'u-1', bankName: '100000000002', extra: [1] };
    const response = await sandbox.client.postPayout({ account, note: 'Prize', callbackUrl: 'https://shop.test/p/t' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: anyText,
      merchantId: anyText,
      amount: '1500.5',
      account,
      status: 'CREATED',
      type: '<PHONE_TRANSFER>',
      requisites: {},
      statusMessage: null,
      metadata: null,
      callbackUrl: 'https://shop.test/p/t',
      createdAt: anyText,
      updatedAt: anyText,
      completedAt: null,
    });
  });

  it('hides the callbackUrl of payouts to Bangladesh but stores it', async () => {
    const callbackUrl = 'https://shop.test/p/t';
    const payout = await sandbox.client.createPayout(bangladeshRequest({ callbackUrl }));
    expect(payout).not.toHaveProperty('callbackUrl');
    expect(await sandbox.client.payouts()).toMatchObject([{ id: payout.id, callbackUrl }]);
  });

  it.each(['10.50', '10.5', '7', '0.0001', '123456789.1000', '9007199.2547'])(
    'keeps the amount %s as written',
    async (amount) => {
      const body = JSON.stringify(payoutRequest({ amount: 1 })).replace('"amount":1', `"amount":${amount}`);
      const { id } = await sandbox.client.createPayout(body);
      expect(await sandbox.client.readPayout(id)).toMatchObject({ amount });
      expect(await sandbox.client.payouts()).toMatchObject([{ amount }]);
    },
  );

  it.each(['"10"', '0', '0.00', '-1', '1e3', '1.23456', '1234567890123', 'null'])(
    'refuses the amount %s and names the field',
    async (amount) => {
      const body = JSON.stringify(payoutRequest({ amount: 1 })).replace('"amount":1', `"amount":${amount}`);
      const response = await sandbox.client.postPayout(body);
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({ message: anyText, field: 'amount' });
    },
  );

  it('creates a second payout for the same request', async () => {
    const first = await sandbox.client.createPayout();
    const second = await sandbox.client.createPayout();
    expect(second.id).not.toBe(first.id);
    expect(await sandbox.client.payouts()).toHaveLength(2);
  });

  it.each([
    { field: 'currency', value: undefined },
    { field: 'currency', value: 'rub' },
    { field: 'currency', value: 'EUR' },
    { field: 'paymentType', value: undefined },
    { field: 'paymentType', value: '' },
    { field: 'paymentType', value: 'SIM' },
    { field: 'account', value: [] },
    { field: 'account', value: 'Ada' },
    { field: 'serviceId', value: '101' },
    { field: 'serviceId', value: 1.5 },
    { field: 'serviceId', value: 201 },
    { field: 'note', value: 7 },
    { field: 'externalId', value: 7 },
    { field: 'callbackUrl', value: 'nowhere' },
    { field: 'callbackUrl', value: 'ftp://shop.test/' },
  ])('refuses $value for $field and names the field', async ({ field, value }) => {
    const response = await sandbox.client.postPayout({ [field]: value });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: anyText, field });
    expect(await sandbox.client.payouts()).toEqual([]);
  });

  it('never quotes a refused value', async () => {
    const response = await sandbox.client.postPayout({ account: { requisites: 'a-secret-number' } });
    expect(await response.text()).not.toContain('a-secret-number');
  });

  it.each([
    { what: 'is not JSON', type: 'application/json', body: '{"amount":', status: 400 },
    { what: 'is empty', type: 'application/json', body: '', status: 400 },
    { what: 'is not announced as JSON', type: 'text/plain', body: '{"amount":1}', status: 400 },
    { what: 'is no object', type: 'application/json', body: '7', status: 422 },
    { what: 'is larger than 100 kB', type: 'application/json', body: `"${'x'.repeat(110_000)}"`, status: 413 },
  ])('answers $status in JSON if the body $what', async ({ type, body, status }) => {
    const headers = { 'content-type': type, 'x-api-token': firstToken };
    const response = await fetch(`${sandbox.url}/v1/payouts`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: anyText, field: null });
  });

  it('reads a payout back as it was created', async () => {
    const payout = await sandbox.client.createPayout();
    expect(await sandbox.client.readPayout(payout.id)).toEqual(payout);
  });

  it('hides a payout from other merchants', async () => {
    const { id } = await sandbox.client.createPayout();
    expect((await sandbox.client.getPayout(id, { token: secondToken })).status).toBe(404);
  });

  it('answers 404 for a payout that does not exist', async () => {
    const response = await sandbox.client.getPayout('no-such-payout');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: anyText, field: null });
  });

  it.each(['', 'services', 'banks?account=9001112233', 'any'])(
    'refuses a wrong token at /v1/payouts/%s',
    async (path) => {
      const options = { token: 'guessed' };
      const answer = path === '' ? sandbox.client.postPayout({}, options) : sandbox.client.getPayout(path, options);
      expect((await answer).status).toBe(401);
    },
  );

  it('lists a service for every currency', async () => {
    const services: unknown = await (await sandbox.client.getPayout('services')).json();
    expect(services).toContainEqual({ id: 201, name: 'Orange Senegal', currency: 'XOF', paymentTypes: ['SIM'] });
    expect(new Set((services as { currency: string }[]).map(({ currency }) => currency))).toEqual(
      new Set('RUB XOF CDF GHS KES NGN ZAR UGX TZS ZMW BDT BRL KZT UAH USD'.split(' ')),
    );
  });

  it.each(['9001112233', '79001112233', '+79001112233'])('lists banks for the phone number %s', async (phone) => {
    const response = await sandbox.client.getPayout(`banks?account=${encodeURIComponent(phone)}`);
    expect(await response.json()).toContainEqual({ id: '100000000001', name: 'Northern Bank' });
  });

  it.each(['', '?account=', '?account=221770000001', '?account=9001112233&account=9001112233'])(
    'refuses to list banks for "%s"',
    async (query) => {
      const response = await sandbox.client.getPayout(`banks${query}`);
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({ message: anyText, field: 'account' });
    },
  );

  it('accepts the configured payment type for phone transfers', async () => {
    const { client } = await startTestSandbox({ phoneTransferPaymentType: 'FAST' });
    expect((await client.postPayout({ paymentType: 'FAST' })).status).toBe(201);
    expect((await client.postPayout()).status).toBe(422);
  });
});
