import { dashboardStage } from '../../support/dashboard-stage.js';
import { fetchAsPage, partsTooWide, pressByKeys, rowOf, violations } from '../../support/dashboard-visits.js';
import { insertKey } from '../../support/api-keys.js';
import { enableEveryMethod } from '../../support/h2h.js';
import { createPayout, openPayoutGate, setPayoutGate } from '../../support/payouts.js';
import { createdOrder } from '../../support/orders.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

describe('order and payout pages in a real browser', () => {
  const stage = dashboardStage();

  beforeAll(async () => {
    await enableEveryMethod(stage.desk.purser);
  }, 120_000);

  /** Uses only the keyboard, as people without a pointer do. */
  it("an order's history, read-back and payment link work by keyboard alone", async () => {
    const { providerOrderId, id } = await createdOrder(stage.desk.purser.api, {
      externalId: 'look-1',
      amount: '1234.50',
    });
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/orders');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rowOf(page, 'look-1').waitFor();
    await pressByKeys(page, 'look-1');
    await page.getByRole('heading', { level: 1, name: 'Order look-1' }).waitFor();
    await page.getByText('1,234.50 EUR').waitFor();
    await page.getByRole('region', { name: 'Details' }).getByText(id).waitFor();

    await pressByKeys(page, 'Copy payment link');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(providerOrderId);

    await stage.desk.sandbox.setFault({ on: 'readOrder', fault: 'serverError', status: 503, times: null });
    await pressByKeys(page, 'Refresh from provider');
    await page.getByRole('alert').waitFor();
    await stage.desk.sandbox.clearFaults();
    await stage.desk.sandbox.move(providerOrderId, 'pay');
    await page.getByRole('button', { name: 'Refresh from provider' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Paid').waitFor();

    await pressByKeys(page, 'Show Webhooks');
    await page.getByRole('region', { name: 'Webhooks' }).getByRole('listitem').first().waitFor();
    await pressByKeys(page, 'Show Ledger entries');
    await page.getByText('Nothing moved in the ledger.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('an expired order can be retried, and an order that can still be paid says why it cannot', async () => {
    const { id, providerOrderId } = await createdOrder(stage.desk.purser.api, {
      externalId: 'again-1',
      method: 'CARD_H2H',
    });
    const page = await stage.visits.signIn(OPERATOR_API_KEY, `/orders/${id}`);
    await pressByKeys(page, 'Retry');
    const dialog = page.getByRole('dialog', { name: 'Retry order' });
    await dialog.getByLabel(/^External id/).fill('again-2');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    expect(await dialog.getByRole('alert').textContent()).toMatch(/paid/);
    await stage.desk.sandbox.move(providerOrderId, 'expire');
    // Meanwhile the terminal has come to require another field.
    await enableEveryMethod(stage.desk.purser, { requiredFields: [{ method: 'CARD_H2H', fields: ['email'] }] });
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByLabel(/^External id/).fill('again-2');
    await dialog.getByLabel('E-mail').fill('ana');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByRole('textbox', { name: 'E-mail', description: /mail/ }).waitFor();
    await dialog.getByLabel('E-mail').fill('ana@correio.example');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order again-2' }).waitFor();
    await page.getByRole('link', { name: 'again-1' }).waitFor();
    await enableEveryMethod(stage.desk.purser, { requiredFields: [{ method: 'CARD_H2H', fields: null }] });
  });

  it('a receipt prints as one masked A4 sheet without the page frame', async () => {
    const { id } = await createdOrder(stage.desk.purser.api, { externalId: 'sheet-1' });
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'sheet-2' });
    const page = await stage.visits.signIn(OPERATOR_API_KEY, `/orders/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Order sheet-1' }).waitFor();
    await pressByKeys(page, 'Receipt');
    for (const [path, name] of [
      [`orders/${id}`, 'order sheet-1'],
      [`payouts/${payout!.id}`, 'payout sheet-2'],
    ] as const) {
      await page.goto(`${stage.desk.purser.url}/dashboard/${path}/receipt`);
      await page.getByRole('heading', { level: 1, name: `Receipt for ${name}` }).waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await page.getByRole('button').count()).toBe(0);
      const sheet = await page.pdf({ preferCSSPageSize: true });
      expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'screen' });
    }
    const shown = await page.getByRole('main').textContent();
    for (const part of ['Approvals', payout!.contentHash]) expect(shown).toContain(part);
    expect(shown).not.toMatch(/ana\d+@example/);
  });

  it('an order page hides actions without a scope, reports an unknown id, and fits a phone', async () => {
    const { id } = await createdOrder(stage.desk.purser.api, { externalId: 'look-2', method: 'CARD_H2H' });
    const page = await stage.visits.signIn(
      await insertKey(stage.desk.database, { scopes: ['orders:read'] }),
      `/orders/${id}`,
    );
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('heading', { level: 1, name: 'Order look-2' }).waitFor();
    for (const name of ['Read back', 'Retry', 'Show Webhooks', 'Show Ledger entries', 'Show Audit']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    expect(await partsTooWide(page)).toEqual([]);
    await page.goto(`${stage.desk.purser.url}/dashboard/orders/6f8f1f0e-5d2e-4b0a-9a51-1a1f3a9b1c11`);
    await page.getByRole('heading', { name: 'Order not found' }).waitFor();
  });

  it("a payout's related lists load when they are opened", async () => {
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'related-1' });
    const reader = await insertKey(stage.desk.database, {
      scopes: ['payouts:read', 'ledger:read', 'webhooks:read', 'audit:read'],
    });
    const page = await stage.visits.signIn(reader, `/payouts/${payout!.id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { level: 1, name: 'Payout related-1' }).waitFor();
    await pressByKeys(page, 'Copy id');
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(payout!.id);
    await pressByKeys(page, 'Show Ledger entries');
    await page.getByText('Nothing moved in the ledger.').waitFor();
    await pressByKeys(page, 'Show Webhooks');
    await page.getByText('No webhook received.').waitFor();
    await pressByKeys(page, 'Show Audit');
    await page.getByRole('region', { name: 'Audit' }).getByRole('link', { name: 'payout.created' }).click();
    await page.getByRole('heading', { level: 1, name: 'payout.created' }).waitFor();
  });

  it('the payout form follows the rules of the destination, and creates one payout if the button is pressed twice', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/payouts');
    await page.getByRole('button', { name: 'Create payout' }).click();
    await page.getByLabel('Destination').selectOption({ label: 'Brazil, PIX' });
    await page.getByLabel('Payment type').selectOption('EMAIL');
    await page.getByLabel('Amount').fill('12.345');
    await page.getByLabel('External id').fill('made-by-hand');
    await page.getByLabel('Recipient name').fill('Ana Souza');
    await page.getByLabel('E-mail key').fill('ana');
    const create = page.getByRole('button', { name: 'Create payout' });
    await create.click();
    // Each problem appears at its field, and no payout is created.
    await page.getByRole('textbox', { name: 'Amount', description: /digits/ }).waitFor();
    await page.getByRole('textbox', { name: 'E-mail key', description: /mail/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Amount').fill('12.34');
    await page.getByLabel('E-mail key').fill('ana@correio.example');
    await page.getByLabel('User id in your system').fill('courier-1');
    // What would happen is said before anything is sent.
    const preview = page.getByRole('region', { name: 'What happens' });
    await preview.getByText('It is sent at once.').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Create this payout?' });
    await create.click();
    for (const part of ['12.34 BRL', 'Ana Souza, a***@c***', 'Brazil, PIX', 'It is sent at once.']) {
      await dialog.getByText(part, { exact: true }).waitFor();
    }
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await create.click();
    const send = dialog.getByRole('button', { name: 'Create payout' });
    // Drops the answer to createPayout. Pressing the button again must return the same payout.
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (isLost || !route.request().postData()?.includes('createPayout')) return route.continue();
      isLost = true;
      expect((await fetchAsPage(route)).status()).toBe(200);
      return route.abort();
    });
    await send.click();
    await dialog.getByRole('alert').filter({ hasText: 'No answer arrived' }).waitFor();
    // The form knows it too: pressed there, the button finds the payout instead of asking again.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await create.click();
    // The repeated request returns the same warnings, so the page offers a link instead of opening the payout.
    await page.getByRole('link', { name: 'Open the payout' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payout made-by-hand' }).waitFor();
    const { payouts } = await stage.desk.purser.api.request<{ payouts: { totalCount: number } }>(
      '{ payouts(filter: { search: "made-by-hand" }) { totalCount } }',
    );
    expect(payouts.totalCount).toBe(1);
    stage.visits.complaints = stage.visits.complaints.filter((message) => !message.includes('ERR_FAILED'));

    await page.goto(`${stage.desk.purser.url}/dashboard/payouts/new`);
    await page.getByLabel('Destination').selectOption({ label: 'Brazil, PIX' });
    await page.getByLabel('Payment type').selectOption('EMAIL');
    await page.getByLabel('Amount').fill('43.21');
    await page.getByLabel('External id').fill('made-again');
    await page.getByLabel('Recipient name').fill('Rui Lima');
    await page.getByLabel('E-mail key').fill('rui@correio.example');
    await page.getByLabel('User id in your system').fill('courier-2');
    await setPayoutGate(stage.desk.purser.api, { isOpen: false, reason: 'For a while.' });
    await create.click();
    await dialog.getByText('Payouts are paused. It is sent once they resume.').waitFor();
    await send.click();
    await openPayoutGate(stage.desk.purser, 'That was it.');
    // The payout has a warning, because no service was chosen.
    await page.getByRole('link', { name: 'Open the payout' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payout made-again' }).waitFor();
  });

  it('the order form asks for the payer data that the method requires', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/orders');
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByLabel('Method', { exact: true }).selectOption({ label: 'Bank transfer' });
    await page.getByLabel('Amount').fill('45.00');
    await page.getByLabel('External id').fill('by-transfer');
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill('Souza');
    const create = page.getByRole('button', { name: 'Create order' });
    await create.click();
    await page.getByRole('textbox', { name: 'E-mail', description: /requires/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('E-mail').fill('ana@correio.example');
    await create.click();
    await page.getByRole('heading', { level: 1, name: 'Order by-transfer' }).waitFor();
    for (const width of [320, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${stage.desk.purser.url}/dashboard/orders/new`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await partsTooWide(page)).toEqual([]);
    }
  });
});
