import { ownKeyId } from '../../support/api-keys.js';
import { openBrowser, type TestBrowser } from '../../support/browser.js';
import { DashboardVisits, partsTooWide, rowOf, violations } from '../../support/dashboard-visits.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { changePayout, createPayout, getPayout, payoutInput, type PayoutView } from '../../support/payouts.js';
import { attributePayout } from '../../support/payouts-as-left.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../../support/settings.js';

describe('payouts awaiting approval in a real browser', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  let visits: DashboardVisits;

  beforeAll(async () => {
    chromium = await openBrowser();
  }, 120_000);

  afterAll(() => chromium.close());

  beforeEach(async () => {
    desk = await openDesk({ PAYOUT_APPROVERS_DEFAULT: '1' });
    visits = new DashboardVisits(chromium, desk.purser.url);
  });

  afterEach(async () => {
    await visits.end();
    await desk.close();
  });

  async function waiting(externalId: string, more: Readonly<Record<string, unknown>> = {}): Promise<PayoutView> {
    const { payout } = await createPayout(desk.purser.api, payoutInput({ externalId, ...more }));
    return payout!;
  }

  it('selected payouts are approved together, with a result for each', async () => {
    const [one, two, changed] = [
      await waiting('salary-1', { amount: '1000.10' }),
      await waiting('salary-2', { amount: '0.20' }),
      await waiting('salary-3', { amount: '7.70' }),
    ];
    const input = payoutInput({ externalId: 'twice-1' });
    await createPayout(desk.purser.api, input);
    await createPayout(desk.purser.api, { ...input, externalId: 'twice-2', idempotencyKey: 'twice-2' });
    const edited = await waiting('edited-1');
    await changePayout(desk.purser.api, { payoutId: edited.id, note: 'Rent' });
    await waiting('single-1');

    const page = await visits.signIn(APPROVER_API_KEY, '/approvals');
    await rowOf(page, 'edited-1').getByText('Policy, changed').waitFor();
    await page.getByRole('button', { name: 'Select all' }).click();
    const isSelected = (name: string): Promise<boolean> =>
      page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).isChecked();
    expect([await isSelected('salary-1'), await isSelected('twice-2'), await isSelected('edited-1')]).toEqual([
      true,
      false,
      false,
    ]);
    for (const name of ['twice-1', 'single-1']) await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck();
    await page.getByText('3 selected').waitFor();
    await changePayout(desk.purser.api, { payoutId: changed.id, amount: '770' });

    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 3 payouts' });
    const facts = (await dialog.textContent()) ?? '';
    expect(facts).toContain('Payouts3');
    // Added as floats, 1000.10, 0.20 and 7.70 give 1008.0000000000001.
    expect(facts).toContain('Sum1,008.00 BRL');
    expect(facts).toContain('Largest1,000.10 BRL');
    expect(facts).toContain('Destinationsbrazil-pix');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const results = dialog.getByRole('list', { name: 'Results' });
    await results.getByRole('listitem').filter({ hasText: 'salary-1' }).getByText('Approved').waitFor();
    const refused = results.getByRole('listitem').filter({ hasText: 'salary-3' });
    expect(await refused.textContent()).toContain('This was changed in the meantime');
    expect(await results.getByText('Approved').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Reload' }).click();

    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'salary-3').getByText(/^770/).waitFor();
    await page.getByText('0 selected').waitFor();
    await rowOf(page, 'salary-1').waitFor({ state: 'detached' });
    for (const [{ id }, given] of [
      [one, 1],
      [two, 1],
      [changed, 0],
    ] as const) {
      expect((await getPayout(desk.purser.api, id)).approvals).toHaveLength(given);
    }
  });

  it('the filter "Waiting for me" keeps only payouts that the person may approve', async () => {
    const own = await desk.keyWith(['payouts:read', 'payouts:create']);
    await createPayout(own, payoutInput({ externalId: 'of-another' }));
    const page = await visits.signIn(APPROVER_API_KEY, '/approvals');
    await rowOf(page, 'of-another').waitFor();
    const tab = page.getByRole('navigation', { name: 'Approvals by kind' }).getByRole('link', { name: 'Payouts (1)' });
    await tab.waitFor();
    await page.getByRole('checkbox', { name: 'Select of-another' }).check();
    await page.getByRole('button', { name: 'Waiting for me' }).click();
    await page.waitForURL(/mine=true/);
    await page.getByText('0 selected').waitFor();
    await rowOf(page, 'of-another').waitFor();
    expect(await page.getByRole('button', { name: 'Waiting for me' }).getAttribute('aria-pressed')).toBe('true');
    const maker = await visits.signIn(OPERATOR_API_KEY, '/approvals');
    await rowOf(maker, 'of-another').waitFor();
    expect(await maker.getByRole('button', { name: 'Waiting for me' }).count()).toBe(0);
  });

  it('filters select payouts by reason or by maker', async () => {
    const own = await desk.keyWith(['payouts:read', 'payouts:create']);
    const input = payoutInput({ externalId: 'twin-1' });
    await createPayout(own, input);
    await createPayout(desk.purser.api, { ...input, externalId: 'twin-2', idempotencyKey: 'twin-2' });
    const page = await visits.signIn(APPROVER_API_KEY, '/approvals?search=twin-');
    await rowOf(page, 'twin-1').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Why').selectOption({ label: 'Possible duplicate' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Why is Possible duplicate' }).waitFor();
    await rowOf(page, 'twin-1').waitFor({ state: 'detached' });
    await rowOf(page, 'twin-2').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Why is Possible duplicate' }).click();
    await rowOf(page, 'twin-1').waitFor();
    const maker = await rowOf(page, 'twin-1').getByRole('cell').nth(6).textContent();
    await page.getByLabel('Created by').selectOption({ label: maker! });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: `Remove filter: Created by is ${maker!}` }).waitFor();
    await rowOf(page, 'twin-2').waitFor({ state: 'detached' });
    await page.getByLabel('Amount from').fill('999999');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No payouts match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rowOf(page, 'twin-2').waitFor();
  });

  it("the pane beside the list shows a payout's changes and possible duplicates", async () => {
    const recipient = { name: 'Ana Souza', requisites: 'ana.twice@example.com', userId: 'user-1' };
    await waiting('before-1', { amount: '12.50', recipient });
    await waiting('before-2', { amount: '80.00', recipient });
    const { id } = await waiting('edited-2', { amount: '10.00', recipient });
    await changePayout(desk.purser.api, { payoutId: id, amount: '12.50', note: 'Rent' });

    const page = await visits.signIn(APPROVER_API_KEY, '/approvals');
    const compare = page.getByRole('button', { name: 'Compare', description: 'edited-2' });
    await compare.click();
    const panel = page.getByRole('complementary', { name: 'Payout to approve' });
    const changes = panel.getByRole('region', { name: 'Changes' });
    expect(await changes.locator('dl').textContent()).toBe('Amount10.00 BRL → 12.50 BRLNotechanged');
    const [sameAmount, other] = await panel
      .getByRole('region', { name: 'Possible duplicates' })
      .getByRole('listitem')
      .allTextContents();
    expect(sameAmount).toMatch(/^12\.50 BRLSame amount/);
    expect(other).toMatch(/^80\.00 BRL.Awaiting/);
    for (const width of [320, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await partsTooWide(page)]).toEqual([width, []]);
      expect([width, await violations(page)]).toEqual([width, []]);
    }

    await page.reload();
    await compare.waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.locator(`tr[data-row="${id}"] :focus`).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve payout' }).getByRole('button', { name: 'Approve' }).click();
    await panel.getByText('1 of 1').waitFor();
    expect((await getPayout(desk.purser.api, id)).approvals).toHaveLength(1);
  });

  it('a keyboard selection lasts until a filter shows other payouts', async () => {
    await waiting('rent-1');
    await waiting('rent-2');
    const own = await waiting('rent-3');
    await attributePayout(desk.database, own.id, { createdBy: await ownKeyId(desk.purser.approver) });
    const page = await visits.signIn(APPROVER_API_KEY, '/approvals');
    await page
      .getByRole('checkbox', { name: 'Select rent-3', disabled: true, description: /^You created this payout/ })
      .waitFor();
    for (const name of ['rent-1', 'rent-2', 'rent-3']) {
      await rowOf(page, name).getByRole('link').focus();
      await page.keyboard.press('x');
    }
    await page.getByText('2 selected').waitFor();
    const search = page.getByRole('searchbox', { name: 'Search approvals' });
    await search.pressSequentially('rent-2x');
    await page.getByText('No payouts match').waitFor();
    await page.keyboard.press('Backspace');
    await rowOf(page, 'rent-2').waitFor();
    await page.getByText('0 selected').waitFor();
    expect(await search.inputValue()).toBe('rent-2');
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  it('approvers decline several payouts with one reason, and makers withdraw their own', async () => {
    const [declined, withdrawn] = [await waiting('stop-1'), await waiting('stop-2')];
    const approver = await visits.signIn(APPROVER_API_KEY, '/approvals');
    await approver.getByRole('checkbox', { name: 'Select stop-1' }).check();
    expect(await approver.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await approver.getByRole('button', { name: 'Decline' }).click();
    const declining = approver.getByRole('dialog', { name: 'Decline 1 payout' });
    await declining.getByRole('button', { name: 'Decline' }).click();
    expect(await declining.getByRole('alert').textContent()).toContain('Enter a reason');
    await declining.getByLabel('Reason').fill('The invoice is missing');
    await declining.getByRole('button', { name: 'Decline' }).click();
    await declining.getByText('Declined').waitFor();

    const operator = await visits.signIn(OPERATOR_API_KEY, '/approvals');
    await operator.getByRole('checkbox', { name: 'Select stop-2' }).check();
    expect(await operator.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await operator.getByRole('button', { name: 'Withdraw' }).click();
    const withdrawing = operator.getByRole('dialog', { name: 'Withdraw 1 payout' });
    await withdrawing.getByLabel('Reason').fill('Entered twice');
    await withdrawing.getByRole('button', { name: 'Withdraw' }).click();
    await withdrawing.getByText('Withdrawn').waitFor();
    expect(await getPayout(desk.purser.api, declined.id)).toMatchObject({ declineReason: 'The invoice is missing' });
    expect(await getPayout(desk.purser.api, withdrawn.id)).toMatchObject({ status: 'WITHDRAWN' });
  });

  it('the list with a selection is accessible in both themes and fits every width', async () => {
    const input = payoutInput({ externalId: 'look-1', amount: '123456789.00' });
    await createPayout(desk.purser.api, input);
    await createPayout(desk.purser.api, { ...input, externalId: 'look-2', idempotencyKey: 'look-2' });
    const page = await visits.signIn(APPROVER_API_KEY, '/approvals');
    await page.getByRole('checkbox', { name: 'Select look-1' }).check();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
    }
    for (const width of [320, 768, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await partsTooWide(page)]).toEqual([width, []]);
    }
  });
});
