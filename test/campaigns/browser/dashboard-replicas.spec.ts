import type { Page } from 'playwright-core';
import { TcpProxy } from '../../rig/stage/network/tcp-proxy.js';
import { openBrowser, type TestBrowser } from '../../support/browser.js';
import { DashboardVisits, rowOf } from '../../support/dashboard-visits.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { createdOrder } from '../../support/orders.js';
import {
  bookedPayout,
  changePayout,
  createPayout,
  faultMatch,
  getPayout,
  payoutInput,
  payoutWhen,
} from '../../support/payouts.js';
import { startPurser, type TestPurser } from '../../support/purser.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../../support/settings.js';

describe('dashboard of two people on two replicas', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  /** The address that the operator uses. It stays the same when another replica takes over. */
  let address: TcpProxy;
  let operators: DashboardVisits;
  let approvers: DashboardVisits;
  const replicas: TestPurser[] = [];

  async function startReplica(): Promise<TestPurser> {
    const replica = await startPurser({
      DATABASE_URL: desk.database.url,
      PROVIDER_BASE_URL: desk.sandbox.url,
      PUBLIC_URL: desk.purser.url,
      DASHBOARD_URL: `http://127.0.0.1:${address.port}`,
      PAYOUT_APPROVERS_DEFAULT: '1',
    });
    replicas.push(replica);
    address.aim(Number(new URL(replica.url).port));
    return replica;
  }

  beforeAll(async () => {
    [desk, chromium, address] = await Promise.all([
      openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' }),
      openBrowser(),
      TcpProxy.listen(null),
    ]);
    await startReplica();
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await address.close();
    await Promise.all(replicas.map((replica) => replica.close()));
    await desk.close();
  });

  beforeEach(() => {
    operators = new DashboardVisits(chromium, `http://127.0.0.1:${address.port}`);
    approvers = new DashboardVisits(chromium, desk.purser.url);
  });

  const asOperator = (path: string): Promise<Page> => operators.signIn(OPERATOR_API_KEY, path);
  const asApprover = (path: string): Promise<Page> => approvers.signIn(APPROVER_API_KEY, path);
  const endVisits = async (): Promise<void> => {
    for (const visits of [operators, approvers]) if (visits.contexts.length > 0) await visits.end();
  };

  it("one person proposes a payout's outcome and another confirms it, each on a live page", async () => {
    const input = payoutInput({ externalId: 'lost-1' });
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'serverErrorAfterAccepting', match: faultMatch(input) });
    const { payout } = await createPayout(desk.purser.api, input);
    const approver = await asApprover(`/payouts/${payout!.id}`);
    await approver.getByRole('button', { name: 'Approve' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const lost = await payoutWhen(desk.purser.api, payout!, ({ status }) => status === 'UNCONFIRMED');

    const operator = await asOperator(`/unconfirmed/${lost.id}`);
    await approver.goto(`${desk.purser.url}/dashboard/unconfirmed/${lost.id}`);
    const { id } = await bookedPayout(desk.sandbox, lost);
    await operator.getByLabel('Id of the payout at the provider').fill(id);
    await operator.getByLabel(/^Evidence \(/).fill('Ticket 1');
    await operator.getByRole('button', { name: 'Paid: this is it' }).click();
    await operator.getByText('Ticket 1').waitFor();
    await approver.reload();
    await approver.getByRole('button', { name: 'Confirm' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    for (const page of [approver, operator]) await page.getByText('This payout is no longer unconfirmed.').waitFor();
    expect(await getPayout(desk.purser.api, lost.id)).toMatchObject({ providerPayoutId: id });
    await endVisits();
  });

  it('an approval is refused if the payout changed while the dialog was open', async () => {
    const { payout } = await createPayout(desk.purser.api, { externalId: 'changing-1', amount: '10.00' });
    const approver = await asApprover(`/payouts/${payout!.id}`);
    await approver.getByRole('button', { name: 'Approve' }).click();
    const dialog = approver.getByRole('dialog', { name: 'Approve payout' });
    await dialog.getByText('10.00 BRL').waitFor();
    await changePayout(replicas[0]!.api, { payoutId: payout!.id, amount: '999.00' });
    // The page behind the dialog shows the new amount, while the dialog still shows the one it was opened with.
    await approver.getByText('999.00 BRL').first().waitFor();
    expect(await dialog.textContent()).toContain('10.00 BRL');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    expect(await dialog.getByRole('alert').textContent()).toMatch(/changed/);
    expect(await getPayout(desk.purser.api, payout!.id)).toMatchObject({ status: 'AWAITING_APPROVAL', approvals: [] });
    await endVisits();
  });

  it('another replica takes over after a kill, and the page shows nothing twice and nothing stale', async () => {
    const { payout } = await createPayout(desk.purser.api, { externalId: 'meanwhile-1' });
    const operator = await asOperator('/payouts');
    const followed = untilFollowed(operator);
    await operator.reload();
    await followed;
    const connection = operator.getByRole('status', { name: 'Connection' });
    await connection.getByText('Live').waitFor();

    address.aim(null);
    address.cut();
    await replicas[0]!.close();
    await connection.getByText(/Reconnecting/).waitFor();
    const approver = await asApprover(`/payouts/${payout!.id}`);
    await approver.getByRole('button', { name: 'Approve' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const sent = await payoutWhen(desk.purser.api, payout!, ({ providerPayoutId }) => providerPayoutId !== null);
    await desk.sandbox.movePayout((await bookedPayout(desk.sandbox, sent)).id, 'process');
    await payoutWhen(desk.purser.api, payout!, ({ status }) => status === 'PROCESSING');

    await startReplica();
    await connection.getByText('Live').waitFor();
    await rowOf(operator, 'meanwhile-1').getByText('Processing').waitFor();
    expect(await rowOf(operator, 'meanwhile-1').count()).toBe(1);
    expect(await operator.getByRole('button', { name: /new payout/ }).count()).toBe(0);
    // Chromium itself logs refused connections.
    operators.complaints = operators.complaints.filter((message) => !/ERR_|WebSocket/.test(message));
    await endVisits();
  });

  it('a long list renders only visible rows and keeps their row numbers', async () => {
    const orders = await Promise.all(Array.from({ length: 110 }, () => createdOrder(desk.purser.api)));
    const operator = await asOperator('/orders');
    const table = operator.getByRole('table', { name: 'Orders' });
    const more = operator.getByRole('button', { name: 'Load more' });
    for (let shown = 50; shown < orders.length; shown += 50) {
      await table.and(operator.locator('[aria-busy=false]')).waitFor();
      await more.click();
    }
    await more.waitFor({ state: 'detached' });
    expect(await table.getAttribute('aria-rowcount')).toBe(String(orders.length + 1));
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
    await table.getByRole('link').first().focus();
    await operator.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await table.locator(`tr[aria-rowindex="${orders.length + 1}"]`).waitFor();
    // The focused row is no longer rendered, so the list has the focus and Tab continues from there.
    await operator.locator('[role=group]:focus').waitFor();
    await endVisits();
  });
});

/** Resolves when the page has loaded its list and subscribed to changes. */
function untilFollowed(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('payoutChanged')) resolve();
      });
    });
  });
}
