import type { Locator, Page } from 'playwright-core';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { rowOf, violations } from '../../support/dashboard-visits.js';
import { insertKey, ownKeyId } from '../../support/api-keys.js';
import { eventually } from '../../support/eventually.js';
import {
  agreedOn,
  createPayout,
  openPayoutGate,
  setPayoutGate,
  setPayoutLimit,
  withdrawPayout,
} from '../../support/payouts.js';
import { writePastTriggers } from '../../support/test-database.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY, TEST_SETTINGS } from '../../support/settings.js';

const ADMIN_API_KEY = TEST_SETTINGS.BOOTSTRAP_API_KEY;
const LARGEST = { kind: 'LARGEST_PAYOUT', currency: 'BRL' };

interface Styled {
  getComputedStyle(element: unknown): { readonly color: string };
}

const colorOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => (globalThis as unknown as Styled).getComputedStyle(element).color);

/** Returns the page theme's color for problems. */
const redOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--bad)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);

describe('key and rule pages in a real browser', () => {
  const stage = dashboardStage();

  it('two people create a key, its holder joins the halves, and an administrator revokes it', async () => {
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('till-9');
    await dialog.getByLabel('For a program').selectOption({ label: 'Shop backend: creates and reads orders' });
    await dialog.getByText('Extra permissions (4)').click();
    expect(await dialog.getByRole('checkbox', { name: 'Create orders' }).isChecked()).toBe(true);
    await dialog.getByLabel('For a program').selectOption({ label: 'No preset' });
    await dialog.getByRole('checkbox', { name: 'Viewer' }).check();
    await dialog.getByRole('checkbox', { name: 'Read the audit log' }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('The first half of the key, shown only once.').waitFor();
    const firstHalf = (await dialog.locator('p').last().textContent()) ?? '';
    expect(firstHalf).not.toBe('');
    // Only this button closes it.
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await rowOf(page, 'till-9').getByText('Pending').waitFor();
    expect(await page.content()).not.toContain(firstHalf);

    const approver = await stage.visits.signIn(APPROVER_API_KEY, '/approvals/changes');
    await approver.getByText('No change waits').waitFor();
    await approver.getByRole('navigation', { name: 'Approvals by kind' }).getByRole('link', { name: 'Keys' }).click();
    await approver.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals 1' }).waitFor();
    const request = approver.getByRole('region', { name: 'New API key' });
    await request.getByText('New API key “till-9”: Viewer, with 1 extra permission.').waitFor();
    await request.getByText('Read the audit log').waitFor();
    await request.getByRole('button', { name: 'Confirm' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const told = approver.getByRole('dialog', { name: 'New API key' });
    await told.getByText('The second half of the key').waitFor();
    const secondHalf = (await told.locator('p').last().textContent()) ?? '';
    await told.getByRole('button', { name: 'I have stored it' }).click();

    const holder = await stage.visits.visit('/sign-in');
    await holder.getByLabel('API key').fill(firstHalf);
    await holder.getByRole('button', { name: 'Sign in' }).click();
    await holder.getByText('This is half of a key').waitFor();
    await holder.getByRole('button', { name: 'I have two halves' }).click();
    await holder.getByLabel('First half').fill(firstHalf);
    await holder.getByLabel('Second half').fill(firstHalf);
    await holder.getByRole('button', { name: 'Join the halves' }).click();
    await holder.getByText('These two halves don’t fit').waitFor();
    expect(await violations(holder)).toEqual([]);
    await holder.getByLabel('Second half').fill(secondHalf);
    await holder.getByRole('button', { name: 'Join the halves' }).click();
    await holder
      .getByRole('dialog', { name: 'Your API key' })
      .getByRole('button', { name: 'I have stored it' })
      .click();
    await holder.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).waitFor();

    await page.getByRole('link', { name: 'till-9' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    const revoking = page.getByRole('dialog', { name: 'Revoke key' });
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    expect(await revoking.getByRole('alert').textContent()).toContain('Enter a reason');
    await revoking.getByLabel('Reason').fill('Not needed any more');
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Not needed any more').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  });

  it('a holder who may not see other keys gets their own, and rotates its secret', async () => {
    const secret = await insertKey(stage.desk.database, { name: 'window-1', roles: ['viewer'] });
    const page = await stage.visits.signIn(secret, '/keys');
    await page.getByRole('heading', { level: 1, name: 'Your key' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate secret' });
    await dialog.getByLabel(/^Hours/).fill('25');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel(/^Hours/).fill('1');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const told = page.getByRole('dialog', { name: 'New secret' });
    const renewed = (await told.locator('p').last().textContent()) ?? '';
    await told.getByRole('button', { name: 'I have stored it' }).click();
    await stage.visits.signIn(renewed, '/keys');
  });

  it('a red note warns until a limit is set', async () => {
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/rules');
    const warning = page.getByText('No limit is set: one key that creates payouts can empty the balance.');
    await warning.waitFor();
    expect(await colorOf(warning)).toBe(await redOf(page));
    expect(await violations(page)).toEqual([]);
    await agreedOn(stage.desk.purser, setPayoutLimit, { ...LARGEST, value: '50' });
    await page.reload();
    await page.getByRole('table', { name: 'Payout limits' }).waitFor();
    expect(await warning.count()).toBe(0);
    await agreedOn(stage.desk.purser, setPayoutLimit, { ...LARGEST, value: null });
  });

  it('every page says that the gate is shut, and lists say what blocks a payout', async () => {
    const { purser } = stage.desk;
    await agreedOn(purser, setPayoutLimit, { ...LARGEST, value: '50' });
    const { payout } = await createPayout(purser.api, { amount: '60' });
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/payouts');
    const list = page.getByRole('main');
    await list.getByText('Held: over a limit').waitFor();
    const strip = page.getByRole('status').filter({ hasText: 'Payouts are paused since' });
    expect(await strip.count()).toBe(0);

    await setPayoutGate(purser.api, { isOpen: false, reason: 'Money is missing' });
    // The open page shows it immediately.
    await strip.waitFor();
    expect(await colorOf(strip)).toBe(await redOf(page));
    await list.getByText('Held: payouts are paused').waitFor();
    expect(await list.getByText('Held: over a limit').count()).toBe(0);
    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(5);
    for (const path of [...paths, `/dashboard/payouts/${payout!.id}`]) {
      await page.goto(`${purser.url}${path}`);
      await strip.getByRole('link', { name: 'See why, and resume' }).waitFor();
    }
    await list.getByText('Held: payouts are paused').first().waitFor();
    await strip.getByRole('link').click();
    await list.getByText('Money is missing').waitFor();

    await openPayoutGate(purser, 'It was found');
    await strip.waitFor({ state: 'detached' });
    await withdrawPayout(purser.api, payout!.id);
    await agreedOn(purser, setPayoutLimit, { ...LARGEST, value: null });
  });

  it('one person proposes changes to a policy, a limit and the gate, and another confirms them', async () => {
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/rules');
    const proposed = page.getByRole('status').filter({ hasText: 'until another person confirms it' });
    await page.getByRole('button', { name: 'Propose policy' }).click();
    const policy = page.getByRole('dialog', { name: 'Propose policy' });
    await policy.getByLabel(/^Currency/).fill('brl');
    await policy.getByLabel('From amount').fill('100');
    await policy.getByLabel('Approvers').selectOption({ label: '2 people' });
    await policy.getByRole('button', { name: 'Propose' }).click();
    expect(await policy.getByRole('alert').textContent()).toContain('Enter a reason');
    await policy.getByLabel('Reason').fill('Larger amounts');
    expect(await violations(page)).toEqual([]);
    await policy.getByRole('button', { name: 'Propose' }).click();
    await proposed.waitFor();
    await page.getByText('No policy is set').waitFor();

    const approver = await stage.visits.signIn(APPROVER_API_KEY, '/approvals/changes');
    const waiting = approver.getByRole('region', { name: 'Payout policy' });
    await waiting.getByText('Payouts from 100.00 BRL will need 2 approvers. There is no such rule yet.').waitFor();
    await waiting.getByRole('button', { name: 'Confirm' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await approver.getByRole('dialog').waitFor({ state: 'detached' });
    await waiting.waitFor({ state: 'detached' });
    const row = page.getByRole('table', { name: 'Payout policies' }).getByRole('row').filter({ hasText: '2 people' });
    await row.getByText('from 100').waitFor();

    await row.getByRole('button', { name: /^Remove/ }).click();
    const removal = page.getByRole('dialog', { name: 'Propose to remove the rule' });
    await removal.getByLabel('Reason').fill('Not needed');
    await removal.getByRole('button', { name: 'Propose' }).click();
    await proposed.waitFor();

    await page.getByRole('button', { name: 'Propose limit' }).click();
    const limit = page.getByRole('dialog', { name: 'Propose limit' });
    await limit.getByLabel('Reason').fill('Once a day is enough');
    await limit.getByRole('button', { name: 'Propose' }).click();
    expect(await limit.getByRole('alert').textContent()).toBe('Enter a value.');
    await limit.getByLabel('Limit').selectOption({ label: 'Payouts to one recipient in a day' });
    await limit.getByLabel('Amount, or number of payouts').fill('3');
    await limit.getByRole('button', { name: 'Propose' }).click();
    await limit.waitFor({ state: 'detached' });
    await approver.getByRole('region', { name: 'Payout limit' }).getByText('Once a day is enough').waitFor();
    await approver.getByText('This rule is removed: Payouts from 100.00 BRL need 2 approvers.').waitFor();
    expect(await approver.getByRole('region', { name: 'Payout policy' }).textContent()).toContain('Not needed');

    await page.goto(`${stage.desk.purser.url}/dashboard/`);
    await page.getByRole('link', { name: /Open discrepancies/ }).waitFor();
    await page.getByRole('button', { name: 'Pause payouts' }).click();
    const shutting = page.getByRole('dialog', { name: 'Pause payouts' });
    await shutting.getByLabel('Reason').fill('Money is missing');
    await shutting.getByRole('button', { name: 'Pause payouts' }).click();
    await page.getByRole('main').getByText('Payouts are paused').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${stage.desk.purser.url}/dashboard/rules`);
    await page.getByRole('button', { name: 'Ask to resume' }).click();
    const opening = page.getByRole('dialog', { name: 'Ask to resume' });
    await opening.getByLabel('Reason').fill('It was found');
    await opening.getByRole('button', { name: 'Ask to resume' }).click();
    await opening.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Payouts are paused').waitFor();
    await approver.getByRole('region', { name: 'Sending payouts' }).getByText('It was found').waitFor();
  });

  it('an administrator changes a terminal profile, and a viewer can only read it', async () => {
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/rules');
    const terminals = page.getByRole('region', { name: 'Terminal profiles' });
    await terminals.getByRole('button', { name: /^Change/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change terminal profile' });
    await dialog.getByLabel('Wallets need').selectOption({ label: 'Full billing address' });
    await dialog.getByLabel('Reason').fill('As the provider wrote');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await terminals.getByText('Full billing address').waitFor();

    const viewer = await stage.visits.signIn(await insertKey(stage.desk.database, { roles: ['viewer'] }), '/rules');
    await viewer.getByRole('region', { name: 'Sending payouts' }).waitFor();
    await viewer.getByText('Full billing address').waitFor();
    expect(await viewer.getByRole('main').getByRole('button').count()).toBe(0);
    const blind = await stage.visits.signIn(
      await insertKey(stage.desk.database, { scopes: ['orders:read'] }),
      '/rules',
    );
    await blind.getByText(/“See payouts, masked”/).waitFor();
  });

  it('audit entries are found by actor, action, subject and day', async () => {
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'audited-1' });
    await createPayout(stage.desk.purser.api, { externalId: 'audited-2' });
    await eventually('the seal', async () => {
      const { auditEntries } = await stage.desk.purser.admin.request<{ auditEntries: { nodes: { seal: unknown }[] } }>(
        'query ($filter: AuditEntryFilter) { auditEntries(first: 1, filter: $filter) { nodes { seal { seq } } } }',
        { filter: { subjectId: payout!.id } },
      );
      return auditEntries.nodes[0]?.seal;
    });
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/audit');
    const entries = page.getByRole('table', { name: 'Audit' });
    await page.getByLabel('Action').fill('payout.created');
    await page.getByLabel('Subject').fill(payout!.id);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/subject=/);
    await entries.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await entries.getByRole('link', { name: 'payout.created' }).click();
    await page.getByRole('heading', { level: 1, name: 'payout.created' }).waitFor();
    const seal = page.getByRole('region', { name: 'Seal' });
    await seal.getByText('SHA-256').waitFor();
    const verify = seal.getByRole('button', { name: 'Verify seal' });
    await verify.click();
    await seal.getByRole('status').getByText('the entry is as it was sealed').waitFor();
    const edit = `UPDATE audit_entries SET operation = 'of another' WHERE subject_id = $1`;
    await writePastTriggers(stage.desk.database, edit, [payout!.id]);
    await verify.click();
    await seal.getByRole('alert').getByText('was changed').waitFor();
    await page.getByRole('region', { name: 'After' }).waitFor();
    await page.getByRole('link', { name: 'All by this actor' }).click();
    await rowOf(page, 'payout.created').nth(1).waitFor();
    expect(await page.getByLabel('Actor').inputValue()).toBe(await ownKeyId(stage.desk.purser.api));

    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No entries match').waitFor();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2020-01-31');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await entries.getByRole('row').nth(1).waitFor();
    expect(await page.getByLabel('Actor').inputValue()).toBe('');

    const viewer = await stage.visits.signIn(await insertKey(stage.desk.database, { roles: ['viewer'] }), '/audit');
    expect(await viewer.getByRole('alert').textContent()).toContain('Read the audit log');
    expect(await viewer.getByRole('link', { name: 'Audit' }).count()).toBe(0);
  });
});
