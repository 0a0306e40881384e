import type { Page } from 'playwright-core';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { violations } from '../../support/dashboard-visits.js';
import { createPayout, faultMatch, payoutInput, type PayoutView, payoutWhen } from '../../support/payouts.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

describe('payouts that are paid again in a real browser', () => {
  const stage = dashboardStage({ DESK_ENVIRONMENT: 'sandbox' });

  async function failed(externalId: string, more: Readonly<Record<string, unknown>> = {}): Promise<PayoutView> {
    const { payout } = await createPayout(stage.desk.purser.api, payoutInput({ externalId, ...more }));
    await stage.desk.sandbox.movePayout(payout!.providerPayoutId!, 'fail');
    return payoutWhen(stage.desk.purser.api, payout!, ({ status }) => status === 'FAILED');
  }

  async function refused(externalId: string): Promise<void> {
    const input = payoutInput({ externalId });
    const match = faultMatch(input);
    await stage.desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status: 422, match });
    await createPayout(stage.desk.purser.api, input);
  }

  const signIn = (path: string): Promise<Page> => stage.visits.signIn(OPERATOR_API_KEY, path);

  it('a failed payout is paid again with a correction, and both pages link to each other', async () => {
    const first = await failed('broken-1', { amount: '40.00' });
    const page = await signIn(`/payouts/${first.id}`);
    await page.getByRole('button', { name: 'Pay again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay this payout again' });
    for (const restated of ['40.00 BRL', 'brazil-pix', first.recipient.requisites, 'Not paid because']) {
      await dialog.getByText(restated, { exact: false }).first().waitFor();
    }
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Amount').fill('38.50');
    await dialog.getByRole('button', { name: 'Pay again' }).click();

    const links = page.getByRole('region', { name: 'Paid again' });
    await links.getByText('Pays again').waitFor();
    await page.getByText('38.50 BRL').first().waitFor();
    await links.getByRole('link', { name: '40.00 BRL' }).click();
    await links.getByText('Paid again by').waitFor();
    expect(page.url()).toContain(first.id);
    // Its state allows no second one, and the page says why.
    await page
      .getByRole('button', { name: 'Pay again', disabled: true, description: /already pays this again/ })
      .waitFor();
    await links.getByRole('link', { name: '38.50 BRL' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('failed payouts are grouped by the reason of their failure, and a whole group is paid again', async () => {
    await refused('refused-1');
    await refused('refused-2');
    const other = await failed('broken-2', { amount: '7.00' });
    const page = await signIn('/payouts');
    await page.getByRole('button', { name: 'Pay failed payouts again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay failed payouts again' });
    const group = dialog.getByRole('group').filter({ hasText: 'refused-1' });
    await group.getByText('refused-2').waitFor();
    expect(await group.getByText('broken-2').count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Pay 0 payouts again' }).click();
    expect(await dialog.getByRole('alert').textContent()).toBe('Choose at least one payout.');
    await group.getByRole('checkbox', { name: /^all 2 payouts/ }).check();
    await dialog.getByRole('button', { name: 'Pay 2 payouts again' }).click();
    const results = dialog.getByRole('list', { name: 'Results' });
    await results.getByText('Created again').nth(1).waitFor();
    expect(await violations(page)).toEqual([]);
    const { status } = await payoutWhen(stage.desk.purser.api, other, () => true);
    expect(status).toBe('FAILED');
  });
});
