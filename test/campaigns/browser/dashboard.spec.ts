import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Scope } from '../../../src/access/scopes/scopes.js';
import { insertKey, ownKeyId } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { fetchAsPage, rowOf, violations } from '../../support/dashboard-visits.js';
import { createdOrder } from '../../support/orders.js';
import {
  approvePayout,
  bindPayout,
  bookedPayout,
  createPayout,
  faultMatch,
  getPayout,
  payoutInput,
  type PayoutView,
  payoutWhen,
} from '../../support/payouts.js';
import type { GraphqlClient } from '../../support/graphql-client.js';
import { attributePayout } from '../../support/payouts-as-left.js';
import { ageAttempt } from '../../support/payout-ageing.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../../support/settings.js';

describe('dashboard in a real browser', () => {
  const stage = dashboardStage({ PAYOUT_APPROVERS_DEFAULT: '1', DESK_ENVIRONMENT: 'sandbox' });

  const visit = (path: string): Promise<Page> => stage.visits.visit(path);

  const signIn = (apiKey: string, path?: string): Promise<Page> => stage.visits.signIn(apiKey, path);

  const keyWith = (...scopes: readonly Scope[]): Promise<string> => insertKey(stage.desk.database, { scopes });

  describe('sign-in', () => {
    it('after signing in, the requested page opens, and the key is stored nowhere', async () => {
      const page = await visit('/payouts?status=COMPLETED');
      await page.getByLabel('API key').fill(OPERATOR_API_KEY);
      expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
      expect(page.url()).toBe(`${stage.desk.purser.url}/dashboard/payouts?status=COMPLETED`);
      const kept = await page.evaluate('[document.cookie, {...localStorage}, {...sessionStorage}, history.state]');
      expect(JSON.stringify(kept)).not.toContain(OPERATOR_API_KEY);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
    });

    it('an invalid key shows an error, and the caret stays in the field', async () => {
      const page = await visit('/');
      await page.getByLabel('API key').fill('pk_test_a_key_that_nobody_has_made_yet');
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toBe('This key is not valid');
      expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('API key');
      // Chromium itself logs the 401.
      stage.visits.complaints = stage.visits.complaints.filter((message) => !message.includes('401'));
    });

    it.each([
      ['EXPIRED', 'Signing in took too long. Start again.'],
      ['<img>', null],
    ])('a failed sign-in at the identity provider shows its reason: %s', async (problem, sentence) => {
      const page = await visit(`/sign-in?problem=${encodeURIComponent(problem)}`);
      await page.getByLabel('API key').waitFor();
      expect(await page.getByRole('alert').allTextContents()).toEqual(sentence === null ? [] : [sentence]);
    });

    it('after signing in, only pages of the dashboard are opened, whatever the redirect says', async () => {
      const page = await visit('/sign-in?to=//evil.example/');
      await page.getByLabel('API key').fill(OPERATOR_API_KEY);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    });

    it('signing out ends the session in every tab', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      const other = await page.context().newPage();
      await other.goto(`${stage.desk.purser.url}/dashboard/orders`);
      await other.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('API key').waitFor();
      await other.reload();
      await other.getByLabel('API key').waitFor();
    });
  });

  describe('payout awaiting approval', () => {
    it('another person approves what the dialog shows', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'approve-1', amount: '1234.50' });
      const page = await signIn(APPROVER_API_KEY, '/approvals');
      await page.getByRole('link', { name: 'approve-1' }).click();
      await page.getByRole('heading', { level: 1, name: 'Payout approve-1' }).waitFor();
      await page.getByRole('button', { name: 'Approve' }).click();
      const dialog = page.getByRole('dialog', { name: 'Approve payout' });
      for (const restated of ['1,234.50 BRL', 'brazil-pix', payout!.recipient.requisites]) {
        expect(await dialog.textContent()).toContain(restated);
      }
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Approvals' }).getByText('1 of 1').waitFor();
      expect((await getPayout(stage.desk.purser.api, payout!.id)).approvals).toHaveLength(1);
    });

    it('declining requires a reason', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'decline-1' });
      const page = await signIn(APPROVER_API_KEY, `/payouts/${payout!.id}`);
      await page.getByRole('button', { name: 'Decline' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decline payout' });
      await dialog.getByRole('button', { name: 'Decline' }).click();
      expect(await dialog.getByRole('alert').textContent()).toContain('Enter a reason');
      await dialog.getByLabel('Reason').fill('The invoice is missing');
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await getPayout(stage.desk.purser.api, payout!.id)).declineReason).toBe('The invoice is missing');
    });

    it("each changed field appears on the payout's page", async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'change-1', amount: '40.00' });
      const page = await signIn(OPERATOR_API_KEY, `/payouts/${payout!.id}`);
      await page.getByRole('button', { name: 'Change' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change payout' });
      const change = dialog.getByRole('button', { name: 'Change payout' });
      await change.click();
      expect(await dialog.getByRole('alert').textContent()).toBe('Nothing is changed');
      await dialog.getByLabel('Amount').fill('40.005');
      await change.click();
      await dialog
        .getByText(/has three decimals/)
        .last()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Amount').fill('45');
      await dialog.getByLabel('E-mail key').fill('ana.new@example.com');
      await change.click();
      await dialog.waitFor({ state: 'detached' });
      const changes = page.getByRole('region', { name: 'Changes' });
      await changes.getByText('45.00 BRL').waitFor();
      const { amount, contentHash } = await getPayout(stage.desk.purser.api, payout!.id);
      expect(amount).toBe('45.00');
      await page.getByRole('button', { name: 'Change' }).click();
      await dialog.getByLabel('Amount').fill('46');
      // The payout has been sent by now, so it can no longer be changed. The refusal concerns no field, so the dialog
      // shows it as an alert.
      await approvePayout(stage.desk.purser.approver, payout!.id, { contentHash });
      await change.click();
      await dialog.getByRole('alert').getByText('can no longer be changed').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Change' }).waitFor({ state: 'detached' });
    });

    it("a payout's maker sees why they cannot approve it, and no dialog opens", async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'own-1' });
      // As if the approver had created the payout while in another role.
      await attributePayout(stage.desk.database, payout!.id, { createdBy: await ownKeyId(stage.desk.purser.approver) });
      const page = await signIn(APPROVER_API_KEY, `/payouts/${payout!.id}`);
      const approve = page.getByRole('button', {
        name: 'Approve',
        disabled: true,
        description: /^You created this payout/,
      });
      await approve.focus();
      await page.keyboard.press('Enter');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Decline', disabled: false }).count()).toBe(1);
    });

    it('a person refreshes a payout once there is something to read back', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'read-1' });
      const page = await signIn(OPERATOR_API_KEY, `/payouts/${payout!.id}`);
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
      expect(await page.getByRole('button', { name: 'Refresh from provider' }).count()).toBe(0);
      await approvePayout(stage.desk.purser.approver, payout!.id);
      const { id } = await bookedPayout(
        stage.desk.sandbox,
        await payoutWhen(stage.desk.purser.api, payout!, ({ providerPayoutId }) => providerPayoutId !== null),
      );
      await stage.desk.sandbox.movePayout(id, 'process');
      await page.getByRole('button', { name: 'Refresh from provider', disabled: false }).click();
      await page.getByText('Processing').first().waitFor();
      await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' });
    });

    it('callers without a scope see no actions', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'look-only' });
      const page = await signIn(await keyWith('payouts:read'), `/payouts/${payout!.id}`);
      await page.getByRole('heading', { level: 1, name: 'Payout look-only' }).waitFor();
      for (const name of ['Approve', 'Decline', 'Withdraw', 'Reveal recipient']) {
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      }
      expect(await page.getByRole('link', { name: 'Orders' }).count()).toBe(0);
      await page.goto(`${stage.desk.purser.url}/dashboard/orders`);
      expect(await page.getByRole('alert').textContent()).toContain('See orders');
    });
  });

  it('the palette finds the orders of a customer, if asked to and by the whole address', async () => {
    const customer = { email: 'ana.palette@example.com' };
    await createdOrder(stage.desk.purser.api, {
      externalId: 'ana-1',
      amount: '12.50',
      customer,
      customerId: 'member-9',
    });
    const page = await signIn(await keyWith('orders:read', 'payouts:read'));
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const words = palette.getByRole('combobox', { name: 'Search everything' });
    await words.fill('ana.palette@example');
    await palette.getByRole('option', { name: /^ana.palette@example/ }).waitFor();
    await page.keyboard.press('Enter');
    await palette.getByText('a part of it finds nothing').waitFor();
    for (const text of ['ana.palette@example.com', 'member-9']) {
      await words.fill(text);
      await palette.getByRole('option', { name: text }).waitFor();
      await page.keyboard.press('Enter');
      const found = palette.getByRole('option', { name: /^Order ana-1/ });
      await found.waitFor();
      expect(await found.textContent()).toMatch(/12\.50 EUR · (Created|Pending) · /);
    }
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order ana-1' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('a***@e***');
  });

  it('the list of orders is filtered by a customer, who stays out of the address', async () => {
    const page = await signIn(await keyWith('orders:read'), '/orders');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Customer').fill('member-9');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Customer is member-9' }).waitFor();
    await rowOf(page, 'ana-1').waitFor();
    expect(page.url()).not.toContain('member');
  });

  describe('keyboard', () => {
    it('the palette opens any page, and any object by its id', async () => {
      const other = await createPayout(stage.desk.purser.api, { externalId: 'keyed-2' });
      await approvePayout(stage.desk.purser.approver, other.payout!.id);
      const sent = await payoutWhen(stage.desk.purser.api, other.payout!, (one) => one.providerPayoutId !== null);
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'keyed-1' });
      const page = await signIn(APPROVER_API_KEY);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      const words = palette.getByRole('combobox', { name: 'Search everything' });
      await words.fill('approvals');
      await palette.getByRole('option', { name: /^Approvals/ }).waitFor();
      expect(await violations(page)).toEqual([]);
      // Searches by the provider's id, as people copy it from the provider's pages.
      await words.fill(sent.providerPayoutId!);
      await palette.getByRole('option', { name: /^Payout keyed-2/ }).waitFor();
      await words.fill(payout!.id);
      await palette.getByRole('option', { name: /^Payout keyed-1/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Payout keyed-1' }).waitFor();
      expect(await page.title()).toBe('Payout keyed-1 · Purser');
      await palette.waitFor({ state: 'detached' });

      // A shortcut only opens the dialog; it never performs the action.
      await page.keyboard.press('a');
      await page.getByRole('dialog', { name: 'Approve payout' }).waitFor();
      await page.keyboard.press('a');
      await page.keyboard.press('Escape');
      expect((await getPayout(stage.desk.purser.api, payout!.id)).approvals).toEqual([]);

      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to Payouts').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
      await rowOf(page, 'keyed-1').waitFor();
      await page.keyboard.press('j');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('keyed-1');
      await page.keyboard.press('/');
      await page.keyboard.type('keyed');
      expect(await page.getByRole('searchbox', { name: 'Search payouts' }).inputValue()).toBe('keyed');
    });

    it('settings have their own page and survive a reload', async () => {
      await createPayout(stage.desk.purser.api);
      const page = await signIn(OPERATOR_API_KEY);
      await page.getByText('Sandbox', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByLabel('Theme').selectOption({ label: 'Dark' });
      await page.getByLabel('Time zone').selectOption({ label: 'UTC' });
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
      await page.goto(`${stage.desk.purser.url}/dashboard/payouts`);
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
      const time = page.getByRole('row').nth(1).locator('time').first();
      expect(await time.getAttribute('title')).toContain('UTC');
      await page.keyboard.press('j');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    });
  });

  it('a recipient is revealed for a reason, and hidden when the person leaves the page', async () => {
    const recipient = { name: 'Ana Souza', requisites: 'ana.revealed@example.com', userId: 'user-1' };
    const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'reveal-1', recipient });
    const page = await signIn(await keyWith('payouts:read', 'payouts:unmask'), `/payouts/${payout!.id}`);
    const region = page.getByRole('region', { name: 'Recipient' });
    expect(await region.textContent()).not.toContain('ana.revealed@example.com');
    await page.getByRole('button', { name: 'Reveal recipient' }).click();
    await page.getByLabel('Reason').fill('The payee asks');
    await page.getByRole('button', { name: 'Show' }).click();
    await region.getByText('ana.revealed@example.com').waitFor();
    await page.getByRole('link', { name: 'Payouts' }).click();
    await rowOf(page, 'reveal-1').getByRole('link').click();
    await region.waitFor();
    expect(await region.textContent()).not.toContain('ana.revealed@example.com');
  });

  describe('unconfirmed payout', () => {
    async function lostPayout(externalId: string, fault: string): Promise<PayoutView> {
      const input = payoutInput({ externalId });
      await stage.desk.sandbox.setFault({ on: 'createPayout', fault, match: faultMatch(input) });
      const { payout } = await createPayout(stage.desk.purser.api, input);
      await approvePayout(stage.desk.purser.approver, payout!.id);
      return payoutWhen(stage.desk.purser.api, payout!, ({ status }) => status === 'UNCONFIRMED');
    }

    it('one person proposes a match, and another confirms it', async () => {
      const payout = await lostPayout('silent-1', 'serverErrorAfterAccepting');
      const { id: providerPayoutId } = await bookedPayout(stage.desk.sandbox, payout);
      const operator = await signIn(OPERATOR_API_KEY, '/unconfirmed');
      const lists = await signIn(OPERATOR_API_KEY, '/unconfirmed?proposed=no&destination=brazil-pix');
      await rowOf(lists, 'silent-1').waitFor();
      // The way there from any other place.
      await operator.goto(`${stage.desk.purser.url}/dashboard/payouts/${payout.id}`);
      await operator.getByText('whether this was paid: the provider answered with an error').waitFor();
      await operator.getByRole('button', { name: 'Find out what happened' }).click();
      await operator.getByRole('heading', { name: 'What happened?' }).waitFor();
      await operator.getByRole('button', { name: 'Hide', exact: true }).click();
      await operator.goto(`${stage.desk.purser.url}/dashboard/unconfirmed`);
      await operator.getByRole('link', { name: 'silent-1' }).click();
      const sent = operator.getByRole('region', { name: 'What we sent' });
      await sent.getByText(payout.attempts[0]!.id).waitFor();
      const found = operator.getByRole('region', { name: /^What the provider/ });
      await found.getByLabel('Id of the payout at the provider').fill(providerPayoutId);
      await found.getByRole('button', { name: 'Check this id' }).click();
      await found.getByText('Matches').nth(3).waitFor();
      expect(await violations(operator)).toEqual([]);
      await found.getByRole('button', { name: 'Paid: this is it' }).click();
      await found.getByRole('alert').waitFor();
      await found.getByLabel(/^Evidence \(/).fill('Ticket 4711');
      await found.getByRole('button', { name: 'Paid: this is it' }).click();
      // The person who proposed a change gets no button to confirm it.
      const proposal = operator.getByRole('region', { name: 'Unconfirmed payout' });
      await proposal.getByText('Ticket 4711').waitFor();
      expect(await proposal.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
      // Lists immediately show who proposed the change. A row that no longer matches the filter is dimmed.
      await rowOf(lists, 'silent-1').getByText(/^By /).waitFor();
      expect(await rowOf(lists, 'silent-1').getAttribute('data-leaving')).toBe('true');
      await lists.getByRole('button', { name: 'Filters' }).click();
      await lists.getByRole('combobox', { name: 'Proposal' }).selectOption({ label: 'Waits for another person' });
      await lists.getByRole('button', { name: 'Apply' }).click();
      await lists.getByRole('button', { name: 'Remove filter: Proposal is Waits for another person' }).waitFor();
      await lists.getByLabel('Age').selectOption({ label: 'Over an hour' });
      await lists.getByRole('button', { name: 'Apply' }).click();
      await lists.getByText('No payouts match').waitFor();

      const approver = await signIn(APPROVER_API_KEY, `/unconfirmed/${payout.id}`);
      // The person who confirms can check the proposed id first.
      await approver.getByRole('button', { name: 'Check this id' }).click();
      await approver.getByText('Matches').nth(3).waitFor();
      await approver.getByRole('button', { name: 'Confirm' }).click();
      const dialog = approver.getByRole('dialog', { name: 'Confirm change' });
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await approver.getByText('This payout is no longer unconfirmed.').waitFor();
      // The proposer's page updates, too.
      await operator.getByText('This payout is no longer unconfirmed.').waitFor();
      expect(await getPayout(stage.desk.purser.api, payout.id)).toMatchObject({ providerPayoutId });
    });

    it('a failed confirmation shows its reason until the dialog is closed', async () => {
      const payout = await lostPayout('silent-3', 'serverErrorBeforeAccepting');
      const providerPayoutId = randomUUID();
      await bindPayout(stage.desk.purser.api, { payoutId: payout.id, providerPayoutId, reference: 'Ticket 4713' });
      const page = await signIn(APPROVER_API_KEY, '/approvals/changes');
      await page.getByRole('button', { name: 'Confirm' }).click();
      // Delays the dialog's answer until the list has heard of the failure.
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('confirmChangeRequest')) return route.fallback();
        const listed = page.waitForResponse((read) => /query ChangeRequests/.test(read.request().postData() ?? ''));
        const response = await fetchAsPage(route);
        await listed;
        return route.fulfill({ response });
      });
      const dialog = page.getByRole('dialog', { name: 'Confirm change' });
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      expect(await dialog.getByRole('alert').textContent()).toBe('The provider has no payout with that id.');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('No change waits for a second person.').waitFor();
    });

    it('the page says when it is too early to close a payout as never made', async () => {
      const payout = await lostPayout('silent-2', 'serverErrorBeforeAccepting');
      const page = await signIn(OPERATOR_API_KEY, `/unconfirmed/${payout.id}`);
      const never = page.getByRole('button', {
        name: 'Not paid',
        disabled: true,
        description: /may still answer.*You can do this after/,
      });
      await never.click({ force: true });
      await ageAttempt(stage.desk.database, payout.id);
      await page.reload();
      await page.getByLabel(/^Evidence \(/).fill('Ticket 4712');
      await page.getByRole('button', { name: 'Not paid', disabled: false }).waitFor();
      expect((await getPayout(stage.desk.purser.api, payout.id)).changeRequest).toBeNull();
    });
  });

  describe('two-person change', () => {
    it('the second half of a new key is shown once', async () => {
      await proposeKey(stage.desk.purser.admin, 'till-4');
      const page = await signIn(APPROVER_API_KEY, '/approvals/keys');
      await page.getByRole('region', { name: 'New API key' }).getByText('till-4').waitFor();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('dialog', { name: 'Confirm change' }).getByRole('button', { name: 'Confirm' }).click();
      const dialog = page.getByRole('dialog', { name: 'New API key' });
      await dialog.getByText('The second half of the key').waitFor();
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText('No change waits for a second person.').waitFor();
    });

    it('a person declines a change with a reason', async () => {
      await proposeKey(stage.desk.purser.admin, 'till-5');
      const page = await signIn(APPROVER_API_KEY, '/approvals/keys');
      await page.getByRole('button', { name: 'Decline proposal' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decline proposal' });
      await dialog.getByRole('button', { name: 'Decline proposal' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Reason').fill('Nobody asked for it');
      await dialog.getByRole('button', { name: 'Decline proposal' }).click();
      await page.getByText('No change waits for a second person.').waitFor();
    });
  });
});

/** Proposes a key for a viewer, which another person has to confirm. */
async function proposeKey(admin: GraphqlClient, name: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await admin.request(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { userErrors { message } } }`,
    { input: { name, roles: ['VIEWER'], expiresAt } },
  );
}
