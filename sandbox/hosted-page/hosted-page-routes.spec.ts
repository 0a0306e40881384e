import { createHash } from 'node:crypto';
import { customerRequest } from '../testing/card-request.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('hosted page', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  it('shows the purpose, the amount and a note that it is a simulation', async () => {
    const { paymentLink } = await sandbox.client.createOrder({ amount: '129.90', purpose: 'A ferry ticket' });
    const page = await (await fetch(paymentLink)).text();
    expect(page).toContain('A ferry ticket');
    expect(page).toContain('129.90');
    expect(page).toContain('no real money');
  });

  it('makes the order PENDING when the page is first opened, and only then', async () => {
    const { id, paymentLink } = await sandbox.client.createOrder();
    await fetch(paymentLink);
    await fetch(paymentLink);
    const { orders } = await sandbox.client.book();
    expect(orders[0]).toMatchObject({ id, status: 'PENDING', moves: [{ from: 'CREATED', to: 'PENDING' }] });
  });

  it("escapes the merchant's text", async () => {
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

  it('allows no content but its own stylesheet', async () => {
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
  ])('redirects from $action to $target with the order $status', async ({ action, status, target, shows }) => {
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
    'redirects from %s to its result page if the merchant gave no address',
    async (action) => {
      const { paymentLink } = await sandbox.client.createOrder();
      const response = await fetch(`${paymentLink}/${action}`, { method: 'POST' });
      expect(response.url).toBe(paymentLink);
      expect(await response.text()).not.toContain('<form');
    },
  );

  it('refuses a second payment', async () => {
    const { id, paymentLink } = await sandbox.client.createOrder({ successUrl: 'https://shop.test/ok' });
    await sandbox.client.move(id, 'decline');
    const response = await fetch(`${paymentLink}/pay`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`/pay/${id}`);
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'DECLINED', payedAt: null });
  });

  const open = (extraParams: string, fields: object = {}) =>
    sandbox.client.createOrder({ extraParams, customer: customerRequest(), amount: '129.90', ...fields });

  it.each([
    { wallet: 'wallet1', browser: 'Safari' },
    { wallet: 'wallet2', browser: 'Chrome' },
  ])('shows the sheet of $wallet and pays the order there', async ({ wallet, browser }) => {
    const { id, paymentLink } = await open(`${wallet}-pay`);
    const page = await (await fetch(paymentLink)).text();
    expect(page).toContain(`Pay with ${wallet}`);
    expect(page).toContain(browser);
    expect(page).toContain('129.90');
    await fetch(`${paymentLink}/pay`, { method: 'POST' });
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'PAID' });
  });

  it('shows the details of the transfer, with an account that no bank has', async () => {
    const { id, paymentLink } = await open('bankmethod');
    const page = await (await fetch(paymentLink)).text();
    expect(page).toMatch(/XX00 SBOX \d{4} \d{4} \d{4} \d\d</);
    expect(page).toContain(id.slice(0, 8).toUpperCase());
    expect(page).toContain('I have transferred');
    expect(page).not.toContain('/decline"');
  });

  it('redirects the payer of a transfer at once and pays the order when the transfer arrives', async () => {
    await sandbox.client.send('PUT', '/control/settings', { orderOutcomeDelayMs: 600_000 });
    const { id, paymentLink } = await open('bankmethod', { successUrl: 'https://shop.test/ok' });
    await fetch(paymentLink);
    const response = await fetch(`${paymentLink}/transferred`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBe('https://shop.test/ok');
    expect(await sandbox.client.booked(id)).toMatchObject({
      status: 'PENDING',
      outcome: { to: 'PAID', cause: 'transfer' },
    });
    expect(await (await fetch(paymentLink)).text()).toContain('In progress');
    await fetch(`${paymentLink}/leave`, { method: 'POST' });
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'PENDING' });
  });

  it('completes the transfer soon after', async () => {
    const { paymentLink } = await open('bankmethod');
    await fetch(paymentLink);
    await fetch(`${paymentLink}/transferred`, { method: 'POST' });
    const { orders } = await sandbox.client.bookWith((book) => book.orders[0]?.status === 'PAID');
    expect(orders[0]?.moves).toMatchObject([{ to: 'PENDING' }, { from: 'PENDING', to: 'PAID', cause: 'transfer' }]);
  });

  it('cancels a transfer', async () => {
    const { id, paymentLink } = await open('bankmethod');
    await fetch(`${paymentLink}/leave`, { method: 'POST' });
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'CANCELED' });
  });

  it.each([
    { extraParams: 'wallet1-pay', action: 'transferred' },
    { extraParams: 'bankmethod', action: 'pay' },
    { extraParams: 'bankmethod', action: 'decline' },
  ])('ignores $action, which the page of $extraParams does not offer', async ({ extraParams, action }) => {
    const { id, paymentLink } = await open(extraParams);
    const response = await fetch(`${paymentLink}/${action}`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`/pay/${id}`);
    expect(await sandbox.client.booked(id)).toMatchObject({ status: 'CREATED', outcome: null });
  });

  it('offers no payment while a card is in progress, so that nobody pays twice', async () => {
    const { id, paymentLink } = await sandbox.client.createOrder();
    await sandbox.client.sendCard(id, '5555555555554444');
    expect(await (await fetch(paymentLink)).text()).not.toContain('<form');
    await fetch(`${paymentLink}/pay`, { method: 'POST' });
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'PENDING' });
  });

  it('tells the payer that the terminal declined the order', async () => {
    const { paymentLink } = await open('nonsense');
    await sandbox.client.bookWith(({ orders }) => orders[0]?.status === 'DECLINED');
    expect(await (await fetch(paymentLink)).text()).toContain('this payment cannot be made');
  });

  it.each(['GET', 'POST'])('answers %s with 404 for an unknown link', async (method) => {
    const path = method === 'GET' ? '/pay/nothing' : '/pay/nothing/pay';
    const response = await fetch(`${sandbox.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no such payment');
  });
});
