import { bangladeshRequest } from '../testing/payout-request.js';
import {
  closeTestSandboxes,
  secondToken,
  startTestSandbox,
  type TestSandbox,
} from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('control API of payouts', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it.each([
    { step: 'process', status: 'PROCESSING', statusMessage: null },
    { step: 'complete', status: 'COMPLETED', statusMessage: null },
    { step: 'fail', status: 'FAILED', statusMessage: anyText },
    { step: 'cancel', status: 'CANCELED', statusMessage: anyText },
    { step: 'expire', status: 'EXPIRED', statusMessage: anyText },
  ] as const)('makes a payout $status by $step', async ({ step, status, statusMessage }) => {
    const { id } = await sandbox.client.createPayout();
    const moved = await sandbox.client.step(id, step);
    const moves = [{ from: 'CREATED', to: status, cause: 'control' }];
    expect(moved).toMatchObject({ id, status, statusMessage, moves });
    expect(moved.completedAt).toEqual(status === 'COMPLETED' ? moved.updatedAt : null);
  });

  it('uses the status PENDING for processing in Bangladesh', async () => {
    const { id } = await sandbox.client.createPayout(bangladeshRequest());
    expect(await sandbox.client.step(id, 'process')).toMatchObject({ status: 'PENDING' });
  });

  it.each([
    { step: 'fail', status: 'FAILED' },
    { step: 'cancel', status: 'CANCELED' },
    { step: 'expire', status: 'EXPIRED' },
  ] as const)('corrects a completed payout to $status', async ({ step, status }) => {
    const { id } = await sandbox.client.createPayout();
    const { completedAt } = await sandbox.client.step(id, 'complete');
    expect(await sandbox.client.step(id, step)).toMatchObject({ status, completedAt, statusMessage: anyText });
    expect(await sandbox.client.readPayout(id)).toMatchObject({ status });
  });

  it('refuses to move a payout in a final status', async () => {
    const { id } = await sandbox.client.createPayout();
    await sandbox.client.step(id, 'fail');
    const response = await sandbox.client.send('POST', `/control/payouts/${id}/complete`);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ message: 'A payout that is FAILED cannot become COMPLETED.', field: null });
  });

  it.each(['', '/process', '/webhook'])('answers 404 for an unknown payout: %s', async (path) => {
    const response = await sandbox.client.send(path === '' ? 'GET' : 'POST', `/control/payouts/none${path}`);
    expect(response.status).toBe(404);
  });

  it('sends no webhook when a payout is created', async () => {
    const { id } = await sandbox.client.createPayout({ callbackUrl: sandbox.receiver.url });
    expect((await sandbox.client.send('POST', `/control/payouts/${id}/webhook`)).status).toBe(409);
  });

  it('finds payouts by externalId and status', async () => {
    const first = await sandbox.client.createPayout({ externalId: 'one' });
    const second = await sandbox.client.createPayout({ externalId: 'one' });
    await sandbox.client.createPayout({ externalId: 'two' });
    await sandbox.client.createPayout({ externalId: undefined });
    await sandbox.client.step(second.id, 'complete');
    const idsOf = async (query: string) => (await sandbox.client.payouts(query)).map(({ id }) => id);
    expect(await idsOf('?externalId=one')).toEqual([first.id, second.id]);
    expect(await idsOf('?externalId=one&status=COMPLETED')).toEqual([second.id]);
    expect(await idsOf('?status=CREATED')).toHaveLength(3);
    expect(await idsOf('')).toHaveLength(4);
  });

  it('returns the same payout by its id, in the list and in the book', async () => {
    const { id } = await sandbox.client.createPayout();
    const alone: unknown = await (await sandbox.client.send('GET', `/control/payouts/${id}`)).json();
    expect(await sandbox.client.payouts()).toEqual([alone]);
    expect((await sandbox.client.book()).payouts).toEqual([alone]);
  });

  it('sets the balance of every merchant if none is named', async () => {
    const response = await sandbox.client.send('PUT', '/control/balances', { currency: 'XOF', amount: '7.5' });
    const balance = { merchantId: anyText, currency: 'XOF', amount: '7.5000' };
    expect(await response.json()).toEqual({ balances: [balance, balance] });
  });

  it('answers 404 for the balance of an unknown merchant', async () => {
    const merchantId = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11';
    const response = await sandbox.client.send('PUT', '/control/balances', {
      merchantId,
      currency: 'XOF',
      amount: '1',
    });
    expect(response.status).toBe(404);
  });

  it.each([
    { change: { currency: 'XOF' }, field: 'amount' },
    { change: { currency: 'XOF', amount: 7 }, field: 'amount' },
    { change: { currency: 'XOF', amount: '-7' }, field: 'amount' },
    { change: { currency: 'xof', amount: '7' }, field: 'currency' },
    { change: { currency: 'XOF', amount: '7', merchantId: 'me' }, field: 'merchantId' },
  ])('refuses the balance $change', async ({ change, field }) => {
    const response = await sandbox.client.send('PUT', '/control/balances', change);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ field });
  });

  describe('payouts entered through the control API', () => {
    const enter = (body: unknown): Promise<Response> => sandbox.client.send('POST', '/control/payouts', body);

    it('books entered payouts as given, and reads and lists them like any other', async () => {
      const id = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11';
      const account = { name: 'Ada', requisites: 'ada@example.com', userId: '1' };
      const callbackUrl = 'http://127.0.0.1:9/webhooks/payouts/x';
      const answer = await enter({
        payouts: [{ id, amount: '12.50', account, callbackUrl }, { status: 'PROCESSING' }],
      });
      expect(answer.status).toBe(201);
      const { ids } = (await answer.json()) as { ids: string[] };
      expect(ids).toEqual([id, anyText]);
      expect(await sandbox.client.readPayout(id)).toMatchObject({
        amount: '12.50',
        status: 'COMPLETED',
        callbackUrl,
        account,
      });
      expect(await sandbox.client.readPayout(ids[1]!)).toMatchObject({ status: 'PROCESSING', completedAt: null });
      expect(await sandbox.client.balances()).toMatchObject([{ currency: 'BRL', amount: '999999887.5000' }]);
      expect(await sandbox.client.step(id, 'fail')).toMatchObject({ status: 'FAILED' });
    });

    it.each(['FAILED', 'CANCELED', 'EXPIRED'])('books a %s payout without changing the balance', async (status) => {
      await enter({ payouts: [{ amount: '10.00', status }, { amount: '1.00' }] });
      expect(await sandbox.client.balances()).toMatchObject([{ currency: 'BRL', amount: '999999999.0000' }]);
    });

    it("sends their webhook on request to the address in the merchant's settings", async () => {
      expect((await enter({ payouts: [{}], announce: true })).status).toBe(409);
      await sandbox.client.send('PUT', '/control/settings', { payoutWebhookUrl: sandbox.receiver.url });
      await enter({ payouts: [{ amount: '7.00' }], announce: true });
      await enter({ payouts: [{ amount: '8.00' }] });
      await sandbox.client.idle();
      expect(sandbox.receiver.arrived).toHaveLength(1);
      expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ amount: '7.00', status: 'COMPLETED' });
    });

    it.each([
      [{ payouts: [] }, 422],
      [{ payouts: [{ amount: '0' }] }, 422],
      [{ payouts: [{}], merchantId: '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11' }, 404],
    ])('refuses the entry %j', async (body, status) => {
      expect((await enter(body)).status).toBe(status);
    });
  });

  it("exports a merchant's statement with requisites masked or in full", async () => {
    const { id } = await sandbox.client.createPayout({ account: { requisites: '9001112233', name: 'A, "B"' } });
    await sandbox.client.step(id, 'complete');
    await sandbox.client.postPayout({}, { token: secondToken });
    const response = await sandbox.client.send('GET', '/control/statement');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('statement.csv');
    const [header, line, ...rest] = (await response.text()).split('\r\n');
    expect(header).toBe('payout_id,created_at,completed_at,amount,currency,type,requisites,status');
    expect(line).toMatch(new RegExp(`^${id},[^,]+,[^,]+,1500.5,RUB,<PHONE_TRANSFER>,\\*{6}2233,COMPLETED$`));
    expect(rest).toEqual(['']);
    const full = await sandbox.client.send('GET', '/control/statement?requisites=full');
    expect(await full.text()).toContain(',9001112233,');
    expect((await sandbox.client.send('GET', '/control/statement?requisites=none')).status).toBe(422);
  });
});
