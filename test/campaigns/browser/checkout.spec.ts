import type { Page } from 'playwright-core';
import { openCheckout } from '../../../dev/checkout/checkout-server.js';
import type { LocalPage } from '../../../dev/processes/local-page.js';
import { findFreePort } from '../../../dev/processes/local.port.js';
import { enableEveryMethod } from '../../../dev/start/terminal-methods.js';
import { openBrowser, type TestBrowser } from '../../support/browser.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { jsonFile } from '../../support/files.js';
import { OPERATOR_API_KEY, TEST_SETTINGS } from '../../support/purser.js';

const PHONE = { width: 390, height: 844 };

const SUCCEEDS = '4111111111111111';
const ASKS_FOR_CODE = '5555555555554444';
const IS_DECLINED = '4000000000000002';
const LOSES_ANSWER = '371449635398431';

const CHECKED = 'Your card is being checked';
const CODE_WANTED = 'Your bank asks for a code';
const CODE_WRONG = 'That code was wrong';
const VERIFIED = 'Your card is verified';

// Records all headlines that the page shows, because some are visible for only a second.
const RECORD_HEADLINES = `addEventListener('DOMContentLoaded', () => {
  globalThis.headlines = [];
  new MutationObserver(() => {
    const text = document.getElementById('headline').textContent;
    if (text !== '' && text !== headlines.at(-1)) headlines.push(text);
  }).observe(document.getElementById('headline'), { childList: true });
})`;

describe('sample checkout in a real browser', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  let checkout: LocalPage;
  let page: Page;
  let complaints: string[];
  let asked: Set<string>;

  beforeAll(async () => {
    [desk, chromium] = await Promise.all([
      openDesk({ PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1], orderCheckDelaysSeconds: [1] }) }),
      openBrowser(),
    ]);
    const purser = {
      graphqlUrl: `${desk.purser.url}/graphql`,
      subscriptionUrl: `${desk.purser.url.replace(/^http/, 'ws')}/graphql`,
      apiKey: OPERATOR_API_KEY,
    };
    await enableEveryMethod({ ...purser, apiKey: TEST_SETTINGS.BOOTSTRAP_API_KEY });
    checkout = await openCheckout({ port: await findFreePort(), sandboxUrl: desk.sandbox.url, ...purser });
  }, 120_000);

  beforeEach(async () => {
    page = await chromium.browser.newPage({ viewport: PHONE });
    complaints = [];
    asked = new Set();
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.addInitScript(RECORD_HEADLINES);
    await page.goto(checkout.url);
  });

  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
    expect([...asked]).toEqual([checkout.url]);
  });

  afterAll(async () => {
    await checkout.stop();
    await chromium.close();
    await desk.close();
  });

  async function pay(number: string, cvv = '123'): Promise<void> {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Name on the card').fill('Ada Lovelace');
    await page.getByLabel('Expires').fill('1239');
    await page.getByLabel('Security code').fill(cvv);
    await page.getByRole('button', { name: 'Pay 50.50 EUR' }).click();
  }

  async function enterCode(code: string): Promise<void> {
    await page.getByLabel('Code from your bank').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }

  const isShown = (headline: string): Promise<void> => page.getByText(headline, { exact: true }).waitFor();
  /**
   * All headlines so far, except "Your card is verified", which may be too short to see if the money comes immediately.
   */
  const headlines = async (): Promise<string[]> => {
    const all: string[] = await page.evaluate('headlines');
    return all.filter((headline) => headline !== VERIFIED);
  };
  const orderId = (): string => new URL(page.url()).hash.slice(1);
  const focus = (): Promise<string> => page.evaluate('document.activeElement.id');

  /** Returns everything in the browser that might contain something the payer typed. */
  async function everythingKept(): Promise<string> {
    const kept: unknown[] = await page.evaluate(`[
      document.documentElement.outerHTML, location.href, document.cookie, { ...localStorage }, { ...sessionStorage },
      [...document.querySelectorAll('input')].map(({ value }) => value), history.state, performance.getEntries()
        .map(({ name }) => name),
    ]`);
    return JSON.stringify([kept, await page.context().storageState()]).replaceAll(/\s/g, '');
  }

  it('a card verified with a bank code is paid, and the page keeps no card data', async () => {
    await pay(ASKS_FOR_CODE, '737');
    await isShown(CHECKED);
    expect(await everythingKept()).not.toMatch(new RegExp(`${ASKS_FOR_CODE}|737"`));
    await isShown(CODE_WANTED);
    expect(await focus()).toBe('code');
    await enterCode('123456');
    await isShown('Paid');

    expect(await headlines()).toEqual([CHECKED, CODE_WANTED, CHECKED, 'Paid']);
    expect(await everythingKept()).not.toMatch(new RegExp(`${ASKS_FOR_CODE}|737"|123456`));
    expect(await desk.database.query("SELECT method, status, amount FROM orders WHERE status = 'PAID'")).toEqual([
      { method: 'CARD_H2H', status: 'PAID', amount: '50.50' },
    ]);
  });

  it('a wrong code shows an error and the number of the next attempt', async () => {
    await pay(ASKS_FOR_CODE);
    await isShown(CODE_WANTED);
    await enterCode('000000');
    await isShown(CODE_WRONG);
    expect(await page.textContent('#detail')).toContain('This is try 2.');
    expect(await focus()).toBe('code');
    await enterCode('123456');
    await isShown('Paid');
    expect(await headlines()).toEqual([CHECKED, CODE_WANTED, CHECKED, CODE_WRONG, CHECKED, 'Paid']);
  });

  it('a declined card leads to a new order, which another card pays', async () => {
    await pay(IS_DECLINED);
    await isShown('Not paid');
    const declined = page.url();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(page.url()).not.toBe(declined);
    await pay(SUCCEEDS);
    await isShown('Paid');
  });

  it('a reload restores the page, and the payment continues', async () => {
    await pay(ASKS_FOR_CODE);
    await isShown(CODE_WANTED);
    await page.reload();
    await isShown(CODE_WANTED);
    expect(await headlines()).toEqual(['Looking for your payment…', CODE_WANTED]);
    await enterCode('123456');
    await isShown('Paid');
    await page.reload();
    await isShown('Paid');
  });

  it('the page says Paid only once the money has arrived', async () => {
    await desk.sandbox.setOrderOutcomeDelay(null);
    await pay(SUCCEEDS);
    await isShown(VERIFIED);
    expect(await page.textContent('#detail')).toContain('do not pay again');
    const [waiting] = await desk.database.query<{ provider_order_id: string }>(
      'SELECT provider_order_id FROM orders WHERE id = $1',
      [orderId()],
    );
    await desk.sandbox.move(waiting!.provider_order_id, 'pay');
    await isShown('Paid');
    await desk.sandbox.setOrderOutcomeDelay(0);
  });

  it("the page says that a card's outcome is unknown, and shows the outcome once it is known", async () => {
    await pay(LOSES_ANSWER, '1234');
    await isShown('Paid');
    expect(await headlines()).toEqual([CHECKED, 'We do not know yet whether you paid', CHECKED, 'Paid']);
  });

  it('each invalid field shows its error, and the corrected card is accepted', async () => {
    await page.getByLabel('Card number').fill(SUCCEEDS);
    await page.getByLabel('Expires').fill('01/20');
    await page.getByLabel('Security code').fill('12345');
    await page.getByRole('button', { name: /Pay/ }).click();
    await page.locator('#cardholderName-error:not(:empty)').waitFor();
    expect(await focus()).toBe('cardholderName');

    await page.getByLabel('Name on the card').fill('Ada Lovelace');
    await page.getByRole('button', { name: /Pay/ }).click();
    await page.getByText('This card has expired.').waitFor();
    expect(await page.textContent('#cvv-error')).toContain('3 digits');
    expect(await page.textContent('#cardNumber-error')).toBe('');

    await pay(await page.getByLabel('Card number').inputValue());
    await isShown('Paid');
  });

  it.each([
    ['Expires', '1239', '12/39'],
    ['Expires', '12 / 39', '12/39'],
    ['Expires', '12/2039', '12/39'],
    ['Expires', '12/3', '12/3'],
    ['Card number', '4111111111111111', '4111 1111 1111 1111'],
    ['Card number', '371449635398431', '3714 4963 5398 431'],
  ])('the field %s formats %s as %s', async (label, typed, written) => {
    await page.getByLabel(label).fill(typed);
    await page.getByLabel(label).blur();
    expect(await page.getByLabel(label).inputValue()).toBe(written);
  });

  it('a chosen test card fills the form, which fits a phone', async () => {
    await page.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: /Pay/ }).click();
    await isShown('Paid');
  });

  it('after a reconnect, the stream replays only the missed changes', async () => {
    await pay(ASKS_FOR_CODE);
    await isShown(CODE_WANTED);
    const address = `${checkout.url}/orders/${orderId()}/events`;
    const [, present] = await readEvents(address, 2);
    expect(present).toMatchObject({ event: 'card', data: { isSmsRequired: true, codeRound: 1 } });

    await enterCode('123456');
    await isShown('Paid');
    const missed = await readEvents(address, 3, present!.id);
    expect(missed.map(({ event, data }) => `${event} ${data.status}`).sort()).toEqual([
      'card PROCESSING',
      'card SUCCESS',
      'order PAID',
    ]);
  });
});

interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly status: string };
}

/** Reads events from a stream, as a browser would that reconnects with the last event id it saw. */
async function readEvents(address: string, count: number, lastEventId = ''): Promise<StreamEvent[]> {
  const response = await fetch(address, {
    headers: { 'last-event-id': lastEventId },
    // Missed changes arrive immediately. If too few arrive, the stream would stay open forever.
    signal: AbortSignal.timeout(20_000),
  });
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const events = text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.startsWith('id:'));
    if (events.length >= count) return events.map(parseEvent);
  }
  throw new Error('The stream ended.');
}

function parseEvent(block: string): StreamEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  return {
    id: fields.get('id')!,
    event: fields.get('event')!,
    data: JSON.parse(fields.get('data')!) as StreamEvent['data'],
  };
}
