import type { Page } from 'playwright-core';
import type { Scope } from '../../../src/access/scopes/scopes.js';
import { insertKey } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { partsTooWide, rowOf, violations } from '../../support/dashboard-visits.js';
import {
  approvePayout,
  bangladeshInput,
  bookedPayout,
  createPayout,
  payoutWhen,
  withdrawPayout,
} from '../../support/payouts.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

describe('list of payouts in a real browser', () => {
  const stage = dashboardStage({ PAYOUT_APPROVERS_DEFAULT: '1', DESK_ENVIRONMENT: 'sandbox' });

  const signIn = (apiKey: string, path?: string): Promise<Page> => stage.visits.signIn(apiKey, path);

  const keyWith = (...scopes: readonly Scope[]): Promise<string> => insertKey(stage.desk.database, { scopes });

  it('the URL contains the filter, and each step back removes one part of it', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'waits-1' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    await rowOf(page, 'waits-1').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Completed' });
    await page.getByText('No payouts match').waitFor();
    expect(new URL(page.url()).search).toBe('?status=COMPLETED');
    await page.goBack();
    await rowOf(page, 'waits-1').waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Remove filter: Status is Completed' }).click();
    await rowOf(page, 'waits-1').waitFor();
  });

  it('each filter value shows its count, and the chosen columns appear', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'counted-1', amount: '5151.51' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts?amountFrom=5151&amountTo=5152');
    await rowOf(page, 'counted-1').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const choices = page.getByLabel('Destination');
    await choices.getByRole('option', { name: 'brazil-pix (1)' }).waitFor({ state: 'attached' });
    await page.getByLabel('Set').selectOption({ label: 'Corrected (0)' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Set is Corrected' }).click();
    await rowOf(page, 'counted-1').waitFor();

    await page.getByRole('button', { name: 'Columns' }).click();
    const heads = page.getByRole('table', { name: 'Payouts' }).getByRole('columnheader');
    await page.getByRole('checkbox', { name: 'Recipient' }).click();
    await heads.getByText('Recipient').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Updated' }).click();
    await heads.getByText('Updated').waitFor();
    expect(page.url()).toContain('columns=');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await rowOf(page, 'counted-1').waitFor();
    expect(await heads.allTextContents()).toEqual(['Payout', 'Status', 'Amount', 'Destination', 'Created', 'Updated']);
    expect(await rowOf(page, 'counted-1').getByRole('cell').count()).toBe(5);
  });

  it('the URL contains every filter except the recipient, and shows other people the same list', async () => {
    const recipient = { name: 'Ana Souza', requisites: 'filter-77@example.com', userId: 'user-1' };
    const { payout } = await createPayout(stage.desk.purser.api, {
      externalId: 'filter-1',
      amount: '77.70',
      recipient,
    });
    await createPayout(stage.desk.purser.api, { externalId: 'filter-2', amount: '77.60' });
    const page = await signIn(await keyWith('payouts:read', 'payouts:unmask'), '/payouts');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Amount from').fill('77.65');
    await page.getByLabel('Amount to').fill('77.75');
    await page.getByLabel('Currency').fill('brl');
    await page.getByLabel('Period').selectOption({ label: 'Today' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Amount to is 77.75' }).waitFor();
    // The previous page stays visible until the next one has loaded.
    await rowOf(page, 'filter-2').waitFor({ state: 'detached' });
    await rowOf(page, 'filter-1').waitFor();
    const other = await signIn(
      await keyWith('payouts:read'),
      page.url().replace(`${stage.desk.purser.url}/dashboard`, ''),
    );
    await rowOf(other, 'filter-1').waitFor();
    await other.getByRole('button', { name: 'Remove filter: Period is Today' }).waitFor();
    await other.getByRole('button', { name: 'Remove filter: Amount from is 77.65' }).click();
    await rowOf(other, 'filter-2').waitFor();
    // Only people who may see recipients can filter by recipient.
    await other.getByRole('button', { name: 'Filters' }).click();
    expect(await other.getByLabel('Recipient', { exact: true }).count()).toBe(0);

    const asked = page.url();
    await page.getByLabel('Recipient', { exact: true }).fill(recipient.requisites);
    await page.getByLabel('Any id').fill(payout!.id);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: `Remove filter: Recipient is ${recipient.requisites}` }).waitFor();
    await rowOf(page, 'filter-1').waitFor();
    expect(page.url()).toContain(payout!.id);
    expect(decodeURIComponent(page.url())).not.toContain('filter-77');
    await page.goBack();
    await page.waitForURL(asked);
    await page.goto(`${stage.desk.purser.url}/dashboard/payouts?amountFrom=lots&period=ever&from=soon&set=ALL`);
    await rowOf(page, 'filter-2').waitFor();
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    await page.goto(`${stage.desk.purser.url}/dashboard/payouts?destination=brazil-pix`);
    await page.getByRole('button', { name: 'Remove filter: Destination is brazil-pix' }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    expect(await page.getByRole('combobox', { name: 'Destination' }).inputValue()).toBe('brazil-pix');
  });

  it('only payouts that may match the filter count as new', async () => {
    const page = await signIn(OPERATOR_API_KEY, '/payouts?currency=BDT');
    await page.getByText('No payouts match').waitFor();
    await createPayout(stage.desk.purser.api, { externalId: 'other-currency' });
    await createPayout(stage.desk.purser.api, { ...bangladeshInput(), externalId: 'this-currency' });
    await page.getByRole('button', { name: 'Show 1 new payout' }).click();
    await rowOf(page, 'this-currency').waitFor();
  });

  it('typing in the search box filters the list, and an empty result offers to clear the search', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'needle-77' });
    await createPayout(stage.desk.purser.api, { externalId: 'haystack-77' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    const search = page.getByRole('searchbox', { name: 'Search payouts' });
    await search.fill('needle-77');
    await page.waitForURL(/search=needle-77/);
    await rowOf(page, 'haystack-77').waitFor({ state: 'detached' });
    await rowOf(page, 'needle-77').waitFor();
    // The person goes on typing before the page for the earlier words has loaded.
    let goOn = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/dashboard/session', async (route) => {
      await typed;
      await route.continue();
    });
    await search.fill('needle-7');
    await page.waitForURL(/search=needle-7$/);
    await search.fill('nobody-has-this');
    goOn();
    await page.getByText('No payouts match').waitFor();
    await page.unroute('**/dashboard/session');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rowOf(page, 'needle-77').waitFor();
  });

  it('an empty recent period offers earlier periods', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'before-tomorrow' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const page = await signIn(OPERATOR_API_KEY, `/payouts?search=before-tomorrow&from=${tomorrow}`);
    await page.getByText('No payouts match').waitFor();
    await page.getByRole('button', { name: 'Extend by 90 days' }).click();
    await rowOf(page, 'before-tomorrow').waitFor();
    const from = new URL(page.url()).searchParams.get('from')!;
    const days = (Date.parse(tomorrow) - Date.parse(from)) / 86_400_000;
    expect(Math.floor(days)).toBe(90);
  });

  it('pressing a column header sorts the list and updates the URL', async () => {
    for (const [externalId, amount] of [
      ['sized-2', '20.00'],
      ['sized-9', '9.00'],
      ['sized-1', '100.00'],
    ] as const) {
      await createPayout(stage.desk.purser.api, { externalId, amount });
    }
    const page = await signIn(OPERATOR_API_KEY, '/payouts?search=sized-');
    const isOrdered = async (names: readonly string[]): Promise<void> => {
      for (const [at, name] of names.entries()) {
        await page
          .getByRole('row')
          .nth(at + 1)
          .getByRole('link', { name })
          .waitFor();
      }
    };
    await isOrdered(['sized-1', 'sized-9', 'sized-2']);
    const head = page.getByRole('columnheader', { name: 'Amount' });
    expect(await head.getAttribute('aria-sort')).toBe('none');
    await head.getByRole('button').click();
    await page.waitForURL(/sort=-amount/);
    await isOrdered(['sized-1', 'sized-2', 'sized-9']);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Amount/);
    await head.getByRole('button').click();
    await isOrdered(['sized-9', 'sized-2', 'sized-1']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
  });

  it('rows update in place, and new rows appear only on request', async () => {
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'moves-1' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    const link = page.getByRole('link', { name: 'moves-1', exact: true });
    await link.focus();
    await approvePayout(stage.desk.purser.approver, payout!.id);
    const sent = await payoutWhen(stage.desk.purser.api, payout!, ({ providerPayoutId }) => providerPayoutId !== null);
    const { id } = await bookedPayout(stage.desk.sandbox, sent);
    await stage.desk.sandbox.movePayout(id, 'process');
    await stage.desk.sandbox.movePayout(id, 'complete');
    await rowOf(page, 'moves-1').getByText('Completed').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('moves-1');
    // The row is marked while it changes, so that styles can highlight it.
    expect(await rowOf(page, 'moves-1').getAttribute('data-changed')).not.toBeNull();
    expect(await rowOf(page, 'moves-1').getAttribute('data-leaving')).toBeNull();

    await createPayout(stage.desk.purser.api, { externalId: 'comes-later' });
    const added = page.getByRole('button', { name: 'Show 1 new payout' });
    await added.waitFor();
    expect(await rowOf(page, 'comes-later').count()).toBe(0);
    await added.click();
    await rowOf(page, 'comes-later').waitFor();
  });

  it('a row that no longer matches stays dimmed until the list is loaded again', async () => {
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'leaves-1' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts?status=AWAITING_APPROVAL');
    await rowOf(page, 'leaves-1').waitFor();
    await withdrawPayout(stage.desk.purser.api, payout!.id);
    await rowOf(page, 'leaves-1').getByText('Withdrawn').waitFor();
    expect(await rowOf(page, 'leaves-1').getAttribute('data-leaving')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('status', { name: 'List updates' }).waitFor({ state: 'attached' });
    await rowOf(page, 'leaves-1').waitFor({ state: 'detached' });
  });

  it('updates stop after five minutes in a hidden tab, and catch up once it is visible', async () => {
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    await page.clock.install();
    const socket = page.waitForEvent('websocket');
    await page.reload();
    const closed = (await socket).waitForEvent('close');
    await page.getByRole('table', { name: 'Payouts' }).waitFor();
    const becomes = (hidden: boolean): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${String(hidden)}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
    await becomes(true);
    await page.clock.fastForward('05:01');
    await page.clock.fastForward('00:06');
    await closed;
    await createPayout(stage.desk.purser.api, { externalId: 'while-away' });
    await becomes(false);
    await page.getByRole('button', { name: 'Show 1 new payout' }).click();
    await rowOf(page, 'while-away').waitFor();
  });

  it('the page says Live only once the server has acknowledged the socket', async () => {
    const page = await signIn(OPERATOR_API_KEY, '/settings');
    const connection = page.getByRole('status', { name: 'Connection' });
    await connection.getByText('Live').waitFor();
    // A socket that opens but never answers.
    await page.routeWebSocket(/graphql/, () => undefined);
    await page.reload();
    await connection.getByText('Connecting').waitFor();
  });

  it('the list reloads with a notice if the server does not know its cursor', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'before-all' });
    const page = await signIn(OPERATOR_API_KEY, '/settings');
    let isRefused = false;
    await page.routeWebSocket(/graphql/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const isFirst = !isRefused && String(message).includes('payoutChanged');
        isRefused ||= isFirst;
        server.send(isFirst ? String(message).replace(/"after":"[^"]*"/, '"after":"of another log"') : message);
      });
    });
    await page.goto(`${stage.desk.purser.url}/dashboard/payouts`);
    await page.getByText(/could not be followed. It was read again at/).waitFor();
    await rowOf(page, 'before-all').waitFor();
    await createPayout(stage.desk.purser.api, { externalId: 'after-all' });
    await page.getByRole('button', { name: 'Show 1 new payout' }).waitFor();
  });

  it('a throttled caller sees a countdown to the next attempt', async () => {
    const page = await signIn(OPERATOR_API_KEY, '/settings');
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '5' },
        json: { errors: [{ message: 'Too many operations', extensions: { code: 'RATE_LIMITED' } }] },
      }),
    );
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('button', { name: /^Try again in \d second/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page
      .getByText('No order')
      .or(page.getByRole('table', { name: 'Orders' }))
      .first()
      .waitFor();
    // The browser itself logs the 429.
    stage.visits.complaints = stage.visits.complaints.filter((message) => !message.includes('429'));
  });

  it('a paused list stops changing', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'before-1' });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    await rowOf(page, 'before-1').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await page.getByRole('status', { name: 'Connection' }).textContent()).toBe('Paused');
    await createPayout(stage.desk.purser.api, { externalId: 'unseen-1' });
    await page.getByRole('button', { name: 'Pause' }).click();
    // The page is live again, and shows what it missed together with the next change.
    await createPayout(stage.desk.purser.api, { externalId: 'seen-1' });
    await page.getByRole('button', { name: /Show \d new payout/ }).waitFor();
    expect(await rowOf(page, 'unseen-1').count()).toBe(0);
  });

  it.each([320, 768, 1_440])('the list fits %s pixels without sideways scrolling', async (width) => {
    await createPayout(stage.desk.purser.api, { externalId: `wide-${width}` });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    await page.setViewportSize({ width, height: 800 });
    await rowOf(page, `wide-${width}`).waitFor();
    expect(await partsTooWide(page)).toEqual([]);
  });
});
