import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../support/browser.js';
import { type Desk, openDesk } from '../support/desk.js';
import { createdOrder, getOrder, statusesUntil, watchOrders } from '../support/orders.js';

// The size of a common phone, because most payers use one.
const PHONE = { width: 390, height: 844 };

describe('the hosted page in a real browser', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [desk, chromium] = await Promise.all([openDesk(), openBrowser()]);
  }, 120_000);

  beforeEach(async () => {
    page = await chromium.browser.newPage({ viewport: PHONE });
  });

  afterEach(async () => {
    await page.close();
  });

  afterAll(async () => {
    await chromium.close();
    await desk.close();
  });

  it.each([
    { button: 'Pay', lands: 'thanks', ends: 'PAID', passes: ['SUBMITTING', 'CREATED', 'PAID'] },
    { button: 'Decline', lands: 'sorry', ends: 'DECLINED', passes: ['SUBMITTING', 'CREATED', 'DECLINED'] },
    { button: 'Leave', lands: 'sorry', ends: 'CANCELED', passes: ['SUBMITTING', 'CREATED', 'CANCELED'] },
  ])('an order becomes $ends live when the payer presses $button', async ({ button, lands, ends, passes }) => {
    const changes = await watchOrders(desk.purser.api);
    const order = await createdOrder(desk.purser.api, {
      amount: '1050.00',
      purpose: 'Two tickets <b>& a drink</b>',
      successUrl: `${desk.sandbox.url}/?thanks`,
      failUrl: `${desk.sandbox.url}/?sorry`,
    });
    await page.goto(order.paymentLink!);
    await expect(page.textContent('body')).resolves.toContain('1050.00');
    await expect(page.textContent('body')).resolves.toContain('Two tickets <b>& a drink</b>');

    await page.getByRole('button', { name: new RegExp(button) }).click();

    await page.waitForURL(`**/?${lands}`);
    expect(await statusesUntil(changes, order.id, ends)).toEqual(passes);
    expect(await getOrder(desk.purser.api, order.id)).toMatchObject({ status: ends, isFinal: true });
    await changes.close();
  });

  it('the page fits a phone, contacts no other host, and refuses a second payment', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const order = await createdOrder(desk.purser.api);
    await page.goto(order.paymentLink!);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: /Pay/ }).click();
    await page.waitForLoadState();
    await page.goto(order.paymentLink!);
    expect(await page.getByRole('button', { name: /Pay/ }).count()).toBe(0);
    expect(new Set(asked)).toEqual(new Set([desk.sandbox.url]));
  });
});
