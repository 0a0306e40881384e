import type { Page } from 'playwright-core';
import { insertKey } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import {
  partsTooWide,
  pressByKeys,
  reachByKeys,
  rowOf,
  typeByKeys,
  violations,
} from '../../support/dashboard-visits.js';
import {
  agreedOn,
  approvePayout,
  bookedPayout,
  createPayout,
  faultMatch,
  getPayout,
  payoutInput,
  payoutWhen,
  setPayoutPolicy,
} from '../../support/payouts.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../../support/settings.js';

const HALF_AMOUNT = '500.00';

describe('dashboard by keyboard alone', () => {
  const stage = dashboardStage({ PAYOUT_APPROVERS_DEFAULT: '1' });

  beforeAll(async () => {
    await agreedOn(stage.desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 1 });
    await agreedOn(stage.desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: HALF_AMOUNT, approvers: 2 });
  }, 120_000);

  /** Moves to a list's row by keyboard, and opens the page it links to. */
  async function openRow(page: Page, name: string): Promise<void> {
    await rowOf(page, name).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
  }

  it('two people approve a payout that needs two, one after the other', async () => {
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'two-1', amount: HALF_AMOUNT });
    const second = await insertKey(stage.desk.database, { scopes: ['payouts:read', 'payouts:approve'] });
    for (const [key, given] of [
      [APPROVER_API_KEY, '1 of 2'],
      [second, '2 of 2'],
    ] as const) {
      const page = await stage.visits.signIn(key);
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await openRow(page, 'two-1');
      await page.getByRole('heading', { level: 1, name: 'Payout two-1' }).waitFor();
      await page.keyboard.press('a');
      await page.getByRole('dialog', { name: 'Approve payout' }).waitFor();
      await pressByKeys(page, 'Approve');
      await page.getByRole('region', { name: 'Approvals' }).getByText(given).waitFor();
    }
    expect((await getPayout(stage.desk.purser.api, payout!.id)).approvals).toHaveLength(2);
  });

  it('two people settle an unconfirmed payout', async () => {
    const input = payoutInput({ externalId: 'silent-9', amount: '9.00' });
    await stage.desk.sandbox.setFault({
      on: 'createPayout',
      fault: 'serverErrorAfterAccepting',
      match: faultMatch(input),
    });
    const { payout } = await createPayout(stage.desk.purser.api, input);
    await approvePayout(stage.desk.purser.approver, payout!.id);
    const lost = await payoutWhen(stage.desk.purser.api, payout!, ({ status }) => status === 'UNCONFIRMED');
    const { id: providerPayoutId } = await bookedPayout(stage.desk.sandbox, lost);

    const operator = await stage.visits.signIn(OPERATOR_API_KEY);
    await operator.keyboard.press('g');
    await operator.keyboard.press('u');
    await openRow(operator, 'silent-9');
    await operator.getByRole('region', { name: 'What we sent' }).waitFor();
    await typeByKeys(operator, 'Id of the payout at the provider', providerPayoutId);
    await pressByKeys(operator, 'Check this id');
    await operator.getByText('Matches').nth(3).waitFor();
    await typeByKeys(operator, /^Evidence \(/, 'Ticket 9');
    await pressByKeys(operator, 'Paid: this is it');
    await operator.getByRole('region', { name: 'Unconfirmed payout' }).getByText('Ticket 9').waitFor();

    const approver = await stage.visits.signIn(APPROVER_API_KEY, `/unconfirmed/${lost.id}`);
    await approver.getByRole('button', { name: 'Confirm' }).waitFor();
    await pressByKeys(approver, 'Confirm');
    await approver.getByRole('dialog', { name: 'Confirm change' }).waitFor();
    await pressByKeys(approver, 'Confirm');
    await approver.getByText('This payout is no longer unconfirmed.').waitFor();
    expect(await getPayout(stage.desk.purser.api, lost.id)).toMatchObject({ providerPayoutId });
  });

  it('a skip link leads past the page header to the content', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/payouts');
    await page.reload();
    await page.getByRole('button', { name: 'Filters' }).waitFor();
    await pressByKeys(page, 'Skip to content');
    await reachByKeys(page, /./);
    expect(await page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true);
  });

  it('with forced colours everything stays visible, even on the narrowest screen', async () => {
    await createPayout(stage.desk.purser.api, { externalId: 'forced-1', amount: '1.00' });
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/payouts');
    await page.setViewportSize({ width: 320, height: 640 });
    await rowOf(page, 'forced-1').waitFor();
    const shown = await page.getByRole('main').innerText();
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.getByRole('main').innerText()).toBe(shown);
    expect(await partsTooWide(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    // Forced colours remove backgrounds, so buttons and the focus need an outline.
    const edges = await page.evaluate(`[...document.querySelectorAll('main button')].filter((button) =>
      button.closest('th') === null && getComputedStyle(button).borderTopStyle === 'none').map(({ outerHTML }) => outerHTML)`);
    expect(edges).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).not.toBe('none');
  });
});
