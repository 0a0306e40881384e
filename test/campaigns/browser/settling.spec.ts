import type { Locator, Page } from 'playwright-core';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { partsTooWide, violations } from '../../support/dashboard-visits.js';
import { cardText, enableEveryMethod } from '../../support/h2h.js';
import { createOrder, getOrder } from '../../support/orders.js';
import { CARD_FIELDS, payerWith } from '../../e2e/order-methods.table.js';
import { faultMatch, getPayout, payoutInput, recordedPayout, refreshPayout } from '../../support/payouts.js';
import { eventually } from '../../support/eventually.js';
import { importStatement, listDiscrepancies } from '../../support/reconciliation.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../../support/settings.js';

// A card whose bank never decides, so its order stays as it is.
const STUCK_CARD = '378282246310005';

describe('settling in a real browser', () => {
  const stage = dashboardStage({ PAYOUT_CLOSE_AFTER_MINUTES: '0' });

  /** Checks a page or its open dialog in both themes, on a wide and a narrow screen. */
  async function expectFine(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1_440, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        const found = [...(await violations(page)), ...(await partsTooWide(page))];
        expect([name, colorScheme, width, found]).toEqual([name, colorScheme, width, []]);
      }
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  }

  /** Returns the error message shown at a field, or null. */
  async function problemAt(field: Locator): Promise<string | null> {
    if ((await field.getAttribute('aria-invalid')) !== 'true') return null;
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    return field
      .page()
      .locator(`[id="${ids.at(-1)}"]`)
      .textContent();
  }

  /** Returns a payout that the provider shows with another amount, so Purser does not accept its status. */
  async function disbelieved(externalId: string): Promise<{ readonly id: string; readonly providerPayoutId: string }> {
    const { api } = stage.desk.purser;
    const input = payoutInput({ externalId });
    const { id, providerPayoutId } = await recordedPayout(api, input);
    const wrong = { on: 'readPayout', fault: 'malformedAnswer', variant: 'wrongAmount', times: null };
    await stage.desk.sandbox.setFault({ ...wrong, match: faultMatch(input) });
    await stage.desk.sandbox.movePayout(providerPayoutId!, 'complete');
    await refreshPayout(api, id);
    return { id, providerPayoutId: providerPayoutId! };
  }

  it('two people settle a payout, and its page announces the open change request', async () => {
    const { id } = await disbelieved('settled-1');
    const operator = await stage.visits.signIn(OPERATOR_API_KEY, `/payouts/${id}`);
    await operator.getByRole('button', { name: 'Settle' }).click();
    const dialog = operator.getByRole('dialog', { name: 'Say how this payout ended' });
    await dialog.getByText('12.50 BRL').waitFor();
    await dialog.getByText(/^a\*+@/).waitFor();
    await dialog.getByText('nothing changes until another person confirms it').waitFor();
    await dialog.getByRole('button', { name: 'Propose how it ended' }).click();
    expect(await problemAt(dialog.getByLabel(/^Evidence \(/))).toContain('Say where you looked');
    await dialog.getByLabel(/^Evidence \(/).fill('Ticket 7');
    await dialog.getByRole('button', { name: 'Propose how it ended' }).click();
    expect(await problemAt(dialog.getByLabel('How did it end?'))).toBe('Choose how it ended');
    expect(await dialog.getByRole('alert').count()).toBe(1);
    await dialog.getByLabel('How did it end?').selectOption({ label: 'Not paid' });
    await dialog.getByText('it may be paid again').waitFor();
    await expectFine(operator, 'settle');
    await dialog.getByRole('button', { name: 'Propose: not paid' }).click();
    await dialog.waitFor({ state: 'detached' });
    await operator.getByText('You proposed this and it waits for another person').waitFor();
    expect(await operator.getByRole('button', { name: 'Settle' }).count()).toBe(0);
    await expectFine(operator, 'settle-waits');

    const approver = await stage.visits.signIn(APPROVER_API_KEY, `/payouts/${id}`);
    await approver.getByText('proposed this and it waits for another person').waitFor();
    expect(await approver.getByRole('button', { name: 'Settle' }).count()).toBe(0);
    await approver.getByRole('link', { name: 'See the proposal' }).click();
    const request = approver.getByRole('region', { name: 'Unconfirmed payout' });
    await request.getByText('Settle as not paid: the amount can be paid again.').waitFor();
    await request.getByRole('button', { name: 'Confirm' }).click();
    const confirming = approver.getByRole('dialog', { name: 'Confirm change' });
    await confirming.getByText('12.50 BRL').waitFor();
    await confirming.getByText('Ticket 7').waitFor();
    await expectFine(approver, 'settle-confirm');
    await confirming.getByRole('button', { name: 'Confirm' }).click();
    await confirming.waitFor({ state: 'detached' });
    await operator.getByText('it waits for another person').waitFor({ state: 'detached' });
    expect(await getPayout(stage.desk.purser.api, id)).toMatchObject({ status: 'FAILED', problem: null });
  });

  it('two people close an unconfirmed order, and an invalid id is refused at its field', async () => {
    const { desk } = stage;
    await enableEveryMethod(desk.purser);
    const externalId = 'silent-order-1';
    await desk.sandbox.setFault({ on: 'createOrder', fault: 'dropAfterAccepting', match: { externalId } });
    const input = { method: 'CARD_IN_ORDER', card: cardText(STUCK_CARD), customer: payerWith(CARD_FIELDS), externalId };
    const { order } = await createOrder(desk.purser.api, input);
    const operator = await stage.visits.signIn(OPERATOR_API_KEY, `/orders/${order!.id}`);
    await operator.getByRole('button', { name: 'Enter the provider’s order id' }).click();
    const naming = operator.getByRole('dialog', { name: 'Enter the provider’s order id' });
    await naming.getByText(externalId).waitFor();
    await naming.getByRole('button', { name: 'Check and link' }).click();
    expect(await problemAt(naming.getByLabel('Id at the provider'))).toBe('Enter the id that the provider shows.');
    await naming.getByLabel('Id at the provider').fill('42');
    expect(await problemAt(naming.getByLabel('Id at the provider'))).toBeNull();
    await naming.getByRole('button', { name: 'Check and link' }).click();
    await naming.getByRole('alert').waitFor();
    expect(await problemAt(naming.getByLabel('Id at the provider'))).toContain('Enter a whole id');
    await expectFine(operator, 'order-name');
    await naming.getByRole('button', { name: 'Cancel' }).click();

    await operator.getByRole('button', { name: 'Close as not paid' }).click();
    const dialog = operator.getByRole('dialog', { name: 'Close as not paid' });
    await dialog.getByText(externalId).waitFor();
    await dialog.getByLabel(/^Evidence \(/).fill('Ticket 8');
    await expectFine(operator, 'order-close');
    await dialog.getByRole('button', { name: 'Propose: not paid' }).click();
    await dialog.waitFor({ state: 'detached' });
    await operator.getByText('You proposed this and it waits for another person').waitFor();
    expect(await operator.getByRole('button', { name: 'Close as not paid' }).count()).toBe(0);

    const approver = await stage.visits.signIn(APPROVER_API_KEY, `/orders/${order!.id}`);
    await approver.getByRole('link', { name: 'See the proposal' }).click();
    await approver.getByRole('region', { name: 'Unconfirmed order' }).getByRole('button', { name: 'Confirm' }).click();
    const confirming = approver.getByRole('dialog', { name: 'Confirm change' });
    await confirming.getByText(externalId).waitFor();
    await confirming.getByRole('button', { name: 'Confirm' }).click();
    await confirming.waitFor({ state: 'detached' });
    await operator.getByText('it waits for another person').waitFor({ state: 'detached' });
    expect((await getOrder(desk.purser.api, order!.id)).status).toBe('DECLINED');
  });

  it("the dialog to close a discrepancy shows both sides, and refuses the payout's maker", async () => {
    const { id, providerPayoutId } = await disbelieved('closed-1');
    const [discrepancy] = await listDiscrepancies(stage.desk.purser.api, { payoutId: id });
    // The maker of the payout may not close its discrepancy.
    const maker = await stage.visits.signIn(OPERATOR_API_KEY, `/discrepancies/${discrepancy!.id}`);
    const page = await stage.visits.signIn(APPROVER_API_KEY, `/discrepancies/${discrepancy!.id}`);
    const ask = async (asked: Page): Promise<Locator> => {
      await asked.getByRole('button', { name: 'Close discrepancy' }).click();
      return asked.getByRole('dialog', { name: 'Close discrepancy' });
    };
    const refused = await ask(maker);
    await refused.getByLabel('Is the provider’s payout ours?').selectOption({ label: 'Yes, it is our payout' });
    await refused.getByLabel('Note').fill('Their fee');
    await refused.getByRole('button', { name: 'Close discrepancy' }).click();
    await refused.getByText('another person must close it').waitFor();
    // The refusal concerns neither field.
    expect(await problemAt(refused.getByLabel('Note'))).toBeNull();
    await expectFine(maker, 'discrepancy-refused');

    const dialog = await ask(page);
    const row = (name: string): Locator =>
      dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await row('Amount').getByText('12.50 BRL').waitFor();
    expect(await row('Amount').getByRole('cell').allTextContents()).toEqual([
      '12.50 BRL',
      expect.stringMatching(/^(?!12\.50).*BRL$/),
    ]);
    expect(await row('Id at the provider').getByRole('cell').allTextContents()).toEqual([
      providerPayoutId,
      providerPayoutId,
    ]);
    expect(await row('Recipient').getByRole('cell').first().textContent()).toContain('*');
    await row('External id').getByText('closed-1').waitFor();
    await dialog.getByLabel('Note').fill('Their fee');
    await dialog.getByRole('button', { name: 'Close discrepancy' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await problemAt(dialog.getByLabel('Is the provider’s payout ours?'))).toContain('payout');
    await dialog.getByLabel('Is the provider’s payout ours?').selectOption({ label: 'Yes, it is our payout' });
    await expectFine(page, 'discrepancy');
    await dialog.getByRole('button', { name: 'Close discrepancy' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Their fee').waitFor();
    expect(await page.getByRole('button', { name: 'Close discrepancy' }).count()).toBe(0);
  });

  it('two people close a lost payment, and the gate can be opened only after that', async () => {
    const [providerPayoutId] = await stage.desk.sandbox.enterPayouts({ payouts: [{ amount: '77.00' }] });
    await importStatement(stage.desk.purser.api, `payout_id\n${providerPayoutId}`);
    const lost = await eventually('it is found', async () => {
      const found = await listDiscrepancies(stage.desk.purser.api, { providerPayoutId });
      return found[0];
    });
    const operator = await stage.visits.signIn(OPERATOR_API_KEY, '/rules');
    const gate = operator.getByRole('region', { name: 'Sending payouts' });
    await gate.getByRole('button', { name: 'Pause payouts' }).click();
    const shutting = operator.getByRole('dialog', { name: 'Pause payouts' });
    await shutting.getByLabel('Reason').fill('A drill');
    await shutting.getByRole('button', { name: 'Pause payouts' }).click();
    await shutting.waitFor({ state: 'detached' });
    await gate.getByText('Payouts can’t resume').waitFor();
    await expectFine(operator, 'gate-lost');
    await gate.getByRole('button', { name: 'Ask to resume' }).click();
    const opening = operator.getByRole('dialog', { name: 'Ask to resume' });
    await opening.getByText('The provider has 1 payment').waitFor();
    await expectFine(operator, 'gate-open');
    await opening.getByRole('button', { name: 'Cancel' }).click();
    await gate.getByRole('link', { name: 'See the lost payment' }).click();
    await operator.getByRole('table', { name: 'Discrepancies' }).getByRole('link').first().click();
    await operator.waitForURL(new RegExp(`/discrepancies/${lost.id}`));
    await operator.getByRole('button', { name: 'Close lost payment' }).click();
    const dialog = operator.getByRole('dialog', { name: 'Close lost payment' });
    await dialog.getByText('77.00').waitFor();
    await dialog.getByText(providerPayoutId!).waitFor();
    await dialog.getByRole('button', { name: 'Propose to close it' }).click();
    expect(await problemAt(dialog.getByLabel(/^Evidence \(/))).toContain('Say where you looked');
    await dialog.getByLabel(/^Evidence \(/).fill('Their statement of May');
    await expectFine(operator, 'lost');
    await dialog.getByRole('button', { name: 'Propose to close it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await operator.getByText('You proposed this and it waits for another person').waitFor();
    expect(await operator.getByRole('button', { name: 'Close lost payment' }).count()).toBe(0);
    await expectFine(operator, 'lost-waits');

    const approver = await stage.visits.signIn(APPROVER_API_KEY, `/discrepancies/${lost.id}`);
    await approver.getByRole('link', { name: 'See the proposal' }).click();
    await approver.getByRole('region', { name: 'Lost payment' }).getByRole('button', { name: 'Confirm' }).click();
    const confirming = approver.getByRole('dialog', { name: 'Confirm change' });
    await confirming.getByText('77.00').waitFor();
    await expectFine(approver, 'lost-confirm');
    await confirming.getByRole('button', { name: 'Confirm' }).click();
    await confirming.waitFor({ state: 'detached' });
    await operator.getByText('it waits for another person').waitFor({ state: 'detached' });

    await operator.goto(`${stage.desk.purser.url}/dashboard/rules`);
    await gate.getByRole('button', { name: 'Ask to resume' }).click();
    await opening.getByLabel('Reason').fill('The drill is over');
    await opening.getByRole('button', { name: 'Ask to resume' }).click();
    await opening.waitFor({ state: 'detached' });
    await gate.getByText('You proposed this and it waits for another person').waitFor();
    expect(await gate.getByRole('button', { name: 'Ask to resume' }).count()).toBe(0);
    await expectFine(operator, 'gate-waits');
  });
});
