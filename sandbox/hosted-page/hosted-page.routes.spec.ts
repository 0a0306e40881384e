import { createHash } from 'node:crypto';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('the hosted page', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it('shows what is paid for, how much, and that it is a simulation', async () => {
    const { paymentLink } = await sandbox.client.createOrder({ amount: '129.90', purpose: 'A ferry ticket' });
    const page = await (await fetch(paymentLink)).text();
    expect(page).toContain('A ferry ticket');
    expect(page).toContain('129.90');
    expect(page).toContain('no real money');
  });

  it('makes the order PENDING when it is first opened, and leaves it so', async () => {
    const { id, paymentLink } = await sandbox.client.createOrder();
    await fetch(paymentLink);
    await fetch(paymentLink);
    const { orders } = await sandbox.client.book();
    expect(orders[0]).toMatchObject({ id, status: 'PENDING', moves: [{ from: 'CREATED', to: 'PENDING' }] });
  });

  it('escapes what the merchant wrote', async () => {
    const { paymentLink } = await sandbox.client.createOrder({
      purpose: '<script>alert(1)</script>',
      externalId: '"><img src=x>',
      successUrl: 'https://shop.test/?a="onclick="x&b=<i>',
    });
    await fetch(`${paymentLink}/pay`, { method: 'POST', redirect: 'manual' });
    const page = await (await fetch(paymentLink)).text();
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<i>');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('lets nothing be loaded or run but its own stylesheet', async () => {
    const { paymentLink } = await sandbox.client.createOrder();
    const response = await fetch(paymentLink);
    const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? '';
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  it.each([
    { action: 'pay', status: 'PAID', target: 'https://shop.test/ok', shows: 'Paid' },
    { action: 'decline', status: 'DECLINED', target: 'https://shop.test/failed', shows: 'Declined by the bank' },
    { action: 'leave', status: 'CANCELED', target: 'https://shop.test/failed', shows: 'Canceled' },
  ])('goes from $action to $target with the order $status', async ({ action, status, target, shows }) => {
    const { id, paymentLink } = await sandbox.client.createOrder({
      successUrl: 'https://shop.test/ok',
      failUrl: 'https://shop.test/failed',
    });
    const response = await fetch(`${paymentLink}/${action}`, { method: 'POST', redirect: 'manual' });

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(target);
    expect(await sandbox.client.readOrder(id)).toMatchObject({
      status,
      payedAt: status === 'PAID' ? anyText : null,
    });
    expect(await (await fetch(paymentLink)).text()).toContain(shows);
  });

  it.each(['pay', 'decline', 'leave'])(
    'goes from %s to its result page when the merchant gave no address',
    async (action) => {
      const { paymentLink } = await sandbox.client.createOrder();
      const response = await fetch(`${paymentLink}/${action}`, { method: 'POST' });
      expect(response.url).toBe(paymentLink);
      expect(await response.text()).not.toContain('<form');
    },
  );

  it('does not take a second payment', async () => {
    const { id, paymentLink } = await sandbox.client.createOrder({ successUrl: 'https://shop.test/ok' });
    await sandbox.client.move(id, 'decline');
    const response = await fetch(`${paymentLink}/pay`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`/pay/${id}`);
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'DECLINED', payedAt: null });
  });

  it.each(['GET', 'POST'])('answers %s with 404 for a link that leads nowhere', async (method) => {
    const path = method === 'GET' ? '/pay/nothing' : '/pay/nothing/pay';
    const response = await fetch(`${sandbox.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no such payment');
  });
});
