import { insertKey } from '../support/api-keys.js';
import { openBrowser, type TestBrowser } from '../support/browser.js';
import { DashboardVisits, partsTooWide, violations } from '../support/dashboard-visits.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createdOrder, getOrder } from '../support/orders.js';
import { insertDiscrepancy } from '../support/rows-of-accounts.js';
import { OPERATOR_API_KEY } from '../support/settings.js';

describe('the pages of what the provider says, in a real browser', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  let visits: DashboardVisits;

  beforeAll(async () => {
    [desk, chromium] = await Promise.all([openDesk(), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await desk.close();
  });

  beforeEach(() => {
    visits = new DashboardVisits(chromium, desk.purser.url);
  });

  afterEach(() => visits.end());

  it('replay a webhook for a reason, and lead to what it told of', async () => {
    const order = await createdOrder(desk.purser.api);
    await desk.sandbox.move(order.providerOrderId, 'pay');
    await eventually('it is paid', async () =>
      (await getOrder(desk.purser.api, order.id)).status === 'PAID' ? true : null,
    );
    const page = await visits.signIn(OPERATOR_API_KEY, '/webhooks?status=PROCESSED');
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click();
    await page.getByRole('link', { name: order.id }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay webhook' });
    await dialog.getByLabel('Reason').fill('The status was doubted');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { webhookEvents } = await desk.purser.api.request<{ webhookEvents: { nodes: { replays: number }[] } }>(
      '{ webhookEvents { nodes { replays } } }',
    );
    expect(webhookEvents.nodes).toEqual([{ replays: 1 }]);
    await page.goto(`${desk.purser.url}/dashboard/webhooks/health`);
    await page.getByRole('region', { name: 'Hosted page' }).getByText('100 %').waitFor();
  });

  it('show both sides of a discrepancy, and close it with a note', async () => {
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const providerPayoutId = await insertDiscrepancy(desk.database, accounts[0]!.id);
    const page = await visits.signIn(OPERATOR_API_KEY, '/discrepancies');
    await page.getByRole('link', { name: 'Unknown payout' }).click();
    await page.getByRole('region', { name: 'Ours' }).waitFor();
    await page.getByRole('region', { name: 'Theirs' }).waitFor();
    await page.getByText(providerPayoutId).first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close discrepancy' });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Note').fill('Made by hand at the provider');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('main').getByText('Made by hand at the provider').waitFor();
    await page.goto(`${desk.purser.url}/dashboard/discrepancies?status=OPEN`);
    await page.getByText('No discrepancies match').waitFor();
  });

  it('name the scope that is missing', async () => {
    const page = await visits.signIn(await insertKey(desk.database, { scopes: ['orders:read'] }), '/orders');
    for (const [path, scope] of [
      ['/webhooks', 'webhooks:read'],
      ['/webhooks/health', 'webhooks:read'],
      ['/discrepancies', 'reconciliation:read'],
    ] as const) {
      await page.goto(`${desk.purser.url}/dashboard${path}`);
      expect(await page.getByRole('alert').textContent()).toContain(scope);
    }
  });

  it.each(['light', 'dark'] as const)('are accessible and fit every width in the %s theme', async (colorScheme) => {
    const page = await visits.signIn(OPERATOR_API_KEY);
    await page.emulateMedia({ colorScheme });
    for (const path of ['/webhooks', '/webhooks/health', '/discrepancies']) {
      await page.goto(`${desk.purser.url}/dashboard${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page)).toEqual([]);
      for (const width of [320, 1_440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await partsTooWide(page)).toEqual([]);
      }
    }
  });
});
