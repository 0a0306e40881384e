import { randomUUID } from 'node:crypto';
import { insertKey } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { violations } from '../../support/dashboard-visits.js';
import { eventually } from '../../support/eventually.js';
import { createdOrder, getOrder } from '../../support/orders.js';
import { openPayoutGate, setPayoutGate } from '../../support/payouts.js';
import { closeDiscrepancy } from '../../support/reconciliation.js';
import { insertDiscrepancy } from '../../support/rows-of-accounts.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

// A statement with a payout that Purser never made.
const STATEMENT = `payout_id,amount,currency,status\n${randomUUID()},5.00,BRL,COMPLETED\n`;

describe('provider pages in a real browser', () => {
  const stage = dashboardStage();

  it('a webhook is replayed with a reason, and links to its object', async () => {
    const order = await createdOrder(stage.desk.purser.api);
    await stage.desk.sandbox.move(order.providerOrderId, 'pay');
    await eventually('it is paid', async () =>
      (await getOrder(stage.desk.purser.api, order.id)).status === 'PAID' ? true : null,
    );
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/webhooks?status=PROCESSED');
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().click();
    await page.getByRole('link', { name: order.id }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay webhook' });
    await dialog.getByLabel('Reason').fill('The status was doubted');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.waitFor({ state: 'detached' });
    const details = page.getByRole('region', { name: 'Details' });
    await details
      .locator('div')
      .filter({ hasText: /^Replays1$/ })
      .waitFor();
    const { webhookEvents } = await stage.desk.purser.api.request<{ webhookEvents: { nodes: { replays: number }[] } }>(
      '{ webhookEvents { nodes { replays } } }',
    );
    expect(webhookEvents.nodes).toEqual([{ replays: 1 }]);
    await page.goto(`${stage.desk.purser.url}/dashboard/webhooks?source=PAYOUTS`);
    await page.getByText('No webhooks match').waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Subject').fill(order.id);
    await page.getByLabel('Source', { exact: true }).selectOption({ label: 'Orders' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Source is Orders' }).waitFor();
    await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first().waitFor();
    await page.getByRole('button', { name: 'Replay range' }).click();
    const range = page.getByRole('dialog', { name: 'Replay range of webhooks' });
    await range.getByLabel('State').selectOption({ label: 'Processed' });
    await range.getByRole('button', { name: 'Replay range' }).click();
    expect(await range.getByRole('alert').textContent()).toContain('Enter a reason');
    await range.getByLabel('Reason').fill('A bug was mended');
    expect(await violations(page)).toEqual([]);
    await range.getByRole('button', { name: 'Replay range' }).click();
    await range.getByText('1 webhook is processed again; 0 skipped').waitFor();
    await page.goto(`${stage.desk.purser.url}/dashboard/webhooks/health`);
    await page.getByRole('region', { name: 'Hosted page' }).getByText('100 %').waitFor();
  });

  it('a discrepancy shows both sides, and is closed with a note', async () => {
    const { accounts } = await stage.desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const providerPayoutId = await insertDiscrepancy(stage.desk.database, accounts[0]!.id, 'CORRECTED');
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/discrepancies');
    await page.getByRole('link', { name: 'Changed by provider' }).click();
    await page.getByRole('region', { name: 'Ours' }).waitFor();
    await page.getByRole('region', { name: 'Theirs' }).waitFor();
    await page.getByText(providerPayoutId).first().waitFor();
    await page.getByRole('button', { name: 'Close discrepancy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close discrepancy' });
    await dialog.getByRole('button', { name: 'Close discrepancy' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Note').fill('Made by hand at the provider');
    await dialog.getByRole('button', { name: 'Close discrepancy' }).click();
    await page.getByRole('main').getByText('Made by hand at the provider').waitFor();
    await page.goto(`${stage.desk.purser.url}/dashboard/discrepancies?status=OPEN`);
    await page.getByText('No discrepancies match').waitFor();
    await page.goto(`${stage.desk.purser.url}/dashboard/discrepancies?kind=AMOUNT`);
    await page.getByText('No discrepancies match').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Kind is Amount differs' }).click();
    await page.getByRole('link', { name: 'Changed by provider' }).waitFor();
  });

  it('a balance is funded and compared, and links to the discrepancy', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/balances');
    await page.getByText('No balance is kept until the first deposit is recorded').waitFor();
    await page.getByRole('button', { name: 'Fund' }).click();
    const funding = page.getByRole('dialog', { name: 'Fund balance' });
    await funding.getByLabel('Currency').fill('brl');
    await funding.getByLabel('Amount').fill('1000.505');
    await funding.getByLabel('Reference').fill('Transfer 8');
    await funding.getByRole('button', { name: 'Fund' }).click();
    await funding.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await funding.getByLabel('Amount').fill('1000.50');
    await funding.getByRole('button', { name: 'Fund' }).click();
    await funding.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'BRL' }).getByText('1,000.50 BRL').first().waitFor();
    const ledger = page.getByRole('table', { name: 'Ledger' });
    await ledger.getByText('Transfer 8').waitFor();

    await page.getByRole('button', { name: 'Compare balance: BRL' }).click();
    const comparing = page.getByRole('dialog', { name: 'Compare balance in BRL' });
    await comparing.getByLabel('The provider’s figure').fill('990');
    await comparing.getByLabel('Note').fill('Its page of today');
    await comparing.getByRole('button', { name: 'Compare balance' }).click();
    await comparing.getByText('The figures differ by -10.50 BRL.').waitFor();
    await comparing.getByRole('link', { name: 'See the discrepancy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Balance differs' }).waitFor();

    await page.goto(`${stage.desk.purser.url}/dashboard/discrepancies`);
    const differing = page.getByRole('row').filter({ hasText: 'Balance differs' });
    await differing.getByText('The provider’s figure 990').waitFor();
    await page.goto(`${stage.desk.purser.url}/dashboard/balances?kind=PAYMENT`);
    const comparisons = page.getByRole('region', { name: 'Comparisons' });
    await comparisons.getByRole('row').filter({ hasText: 'Its page of today' }).getByText('-10.50 BRL').waitFor();
    await page.getByRole('figure', { name: 'Expected balance' }).getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('figure', { name: 'Expected balance' }).getByText('990.00 BRL').waitFor();
    await page.getByText('No entries match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await ledger.getByText('Transfer 8').waitFor();
    await page.getByLabel('Kind').selectOption({ label: 'Funding' });
    await page.waitForURL(/kind=FUNDING/);
    const reader = await stage.visits.signIn(await insertKey(stage.desk.database, { roles: ['viewer'] }), '/balances');
    await reader.getByRole('region', { name: 'BRL' }).waitFor();
    for (const name of [/^Fund/, /^Compare/]) expect(await reader.getByRole('button', { name }).count()).toBe(0);
  });

  it('a reconciliation runs, and a statement is imported from a file', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/reconciliation');
    await page.getByText('No run yet.').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('table', { name: 'Runs' }).getByText('Done').waitFor();
    await page.getByRole('button', { name: 'Import statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import statement' });
    await dialog.getByRole('button', { name: 'Import statement' }).click();
    expect(await dialog.getByRole('alert').textContent()).toBe('Choose a file');
    const choose = async (csv: string): Promise<void> => {
      const file = { name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await dialog.getByLabel('Statement file').setInputFiles(file);
      await dialog.getByRole('button', { name: 'Import statement' }).click();
    };
    await choose('nothing,of,this\n1,2,3\n');
    await dialog.getByText('The statement was refused:').waitFor();
    expect(await dialog.getByRole('listitem').first().textContent()).toMatch(/column/i);
    await choose('x'.repeat(100_001));
    await dialog.getByText('The file is larger than 100 kB').waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(STATEMENT);
    await dialog.waitFor({ state: 'detached' });
    const statements = page.getByRole('table', { name: 'Statements' });
    await statements.getByRole('row').nth(1).getByRole('cell', { name: '1', exact: true }).first().waitFor();
  });

  it('a page without access names the missing scope', async () => {
    const page = await stage.visits.signIn(
      await insertKey(stage.desk.database, { scopes: ['orders:read'] }),
      '/orders',
    );
    for (const [path, permission] of [
      ['/webhooks', 'See webhooks'],
      ['/webhooks/health', 'See webhooks'],
      ['/discrepancies', 'See discrepancies and runs'],
    ] as const) {
      await page.goto(`${stage.desk.purser.url}/dashboard${path}`);
      expect(await page.getByRole('alert').textContent()).toContain(permission);
    }
  });

  it('open pages update rows in place, and offer to show new rows', async () => {
    const { accounts } = await stage.desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    const accountId = accounts[0]!.id;
    const id = await insertDiscrepancy(stage.desk.database, accountId, 'CORRECTED');
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/discrepancies');
    const rows = page.getByRole('table', { name: 'Discrepancies' }).getByRole('row');
    const open = rows.filter({ has: page.getByRole('cell', { name: /Open$/ }) });
    await open.first().waitFor();
    const before = await open.count();
    await insertDiscrepancy(stage.desk.database, accountId, 'CORRECTED');
    await page.getByRole('button', { name: 'Show 1 new discrepancy' }).waitFor();
    expect(await open.count()).toBe(before);
    const closed = rows.filter({ hasText: 'Closed' });
    const hadClosed = await closed.count();
    await closeDiscrepancy(stage.desk.purser.api, { discrepancyId: id, note: 'Their page was late.' });
    await closed.nth(hadClosed).waitFor();
    expect(await open.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Show 1 new discrepancy' }).click();
    await open.nth(before - 1).waitFor();
    expect(await open.count()).toBe(before);

    await page.goto(`${stage.desk.purser.url}/dashboard/`);
    await page.getByText('Payouts are running').waitFor();
    await setPayoutGate(stage.desk.purser.api, { isOpen: false, reason: 'A drill.' });
    await page.getByText('A drill.').waitFor();
    await openPayoutGate(stage.desk.purser, 'It is over.');
  });
});
