import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/scopes/scopes.js';
import { insertKey, ownKeyId } from '../support/api-keys.js';
import { dashboardStage } from '../support/dashboard-stage.js';
import { fetchAsPage, partsTooWide, rowOf, violations } from '../support/dashboard-visits.js';
import {
  approvePayout,
  bangladeshInput,
  bindPayout,
  bookedPayout,
  createPayout,
  faultMatch,
  getPayout,
  payoutInput,
  type PayoutView,
  payoutWhen,
  withdrawPayout,
} from '../support/payouts.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { attributePayout } from '../support/payouts-as-left.js';
import { ageAttempt } from '../support/payout-ageing.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY } from '../support/settings.js';

describe('the dashboard in a real browser', () => {
  const stage = dashboardStage({ PAYOUT_APPROVERS_DEFAULT: '1', DESK_ENVIRONMENT: 'sandbox' });

  const visit = (path: string): Promise<Page> => stage.visits.visit(path);

  const signIn = (apiKey: string, path?: string): Promise<Page> => stage.visits.signIn(apiKey, path);

  const keyWith = (...scopes: readonly Scope[]): Promise<string> => insertKey(stage.desk.database, { scopes });

  describe('to whoever signs in', () => {
    it('shows the page that was asked for, and keeps the key nowhere', async () => {
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

    it('says so when the key is not valid, and leaves the caret in the field', async () => {
      const page = await visit('/');
      await page.getByLabel('API key').fill('pk_test_a_key_that_nobody_has_made_yet');
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toBe('This key is not valid');
      expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('API key');
      // Chromium writes the answer of 401 to the console by itself.
      stage.visits.complaints = stage.visits.complaints.filter((message) => !message.includes('401'));
    });

    it.each([
      ['EXPIRED', 'Signing in took too long. Begin again.'],
      ['<img>', null],
    ])('says why somebody comes back from an identity provider: %s', async (problem, sentence) => {
      const page = await visit(`/sign-in?problem=${encodeURIComponent(problem)}`);
      await page.getByLabel('API key').waitFor();
      expect(await page.getByRole('alert').allTextContents()).toEqual(sentence === null ? [] : [sentence]);
    });

    it('leads nowhere else than to a page of its own', async () => {
      const page = await visit('/sign-in?to=//evil.example/');
      await page.getByLabel('API key').fill(OPERATOR_API_KEY);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    });

    it('is over in every tab when somebody signs out', async () => {
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

  describe('as a list', () => {
    it('keeps its filter in the address, and gives it up step by step', async () => {
      await createPayout(stage.desk.purser.api, { externalId: 'waits-1' });
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      await rowOf(page, 'waits-1').waitFor();
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Completed' });
      await page.getByText('No payouts match').waitFor();
      expect(new URL(page.url()).search).toBe('?status=COMPLETED');
      await page.goBack();
      await rowOf(page, 'waits-1').waitFor();
      await page.goForward();
      await page.getByRole('button', { name: 'Remove filter: Status is Completed' }).click();
      await rowOf(page, 'waits-1').waitFor();
    });

    it('shows how much each filter would leave, and the columns that were chosen', async () => {
      await createPayout(stage.desk.purser.api, { externalId: 'counted-1', amount: '5151.51' });
      const page = await signIn(OPERATOR_API_KEY, '/payouts?amountFrom=5151&amountTo=5152');
      await rowOf(page, 'counted-1').waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      const choices = page.getByLabel('Destination');
      await choices.getByRole('option', { name: 'brazil-pix (1)' }).waitFor({ state: 'attached' });
      await page.getByLabel('Set').selectOption({ label: 'Corrected (0)' });
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Remove filter: Set is Corrected' }).click();
      await rowOf(page, 'counted-1').waitFor();

      await page.getByRole('button', { name: 'Columns' }).click();
      const heads = page.getByRole('table', { name: 'Payouts' }).getByRole('columnheader');
      await page.getByRole('checkbox', { name: 'Recipient' }).click();
      await heads.getByText('Recipient').waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Updated' }).click();
      await heads.getByText('Updated').waitFor();
      expect(page.url()).toContain('columns=');
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await rowOf(page, 'counted-1').waitFor();
      expect(await heads.allTextContents()).toEqual([
        'Payout',
        'Status',
        'Amount',
        'Destination',
        'Created',
        'Updated',
      ]);
      expect(await rowOf(page, 'counted-1').getByRole('cell').count()).toBe(5);
    });

    it('holds every filter in its address but a recipient, and shows the same to whoever is given it', async () => {
      const recipient = { name: 'Ana Souza', requisites: 'filter-77@example.com', userId: 'user-1' };
      const { payout } = await createPayout(stage.desk.purser.api, {
        externalId: 'filter-1',
        amount: '77.70',
        recipient,
      });
      await createPayout(stage.desk.purser.api, { externalId: 'filter-2', amount: '77.60' });
      const page = await signIn(await keyWith('payouts:read', 'payouts:unmask'), '/payouts');
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Amount from').fill('77.65');
      await page.getByLabel('Amount to').fill('77.75');
      await page.getByLabel('Currency').fill('brl');
      await page.getByLabel('Period').selectOption({ label: 'Today' });
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Remove filter: Amount to is 77.75' }).waitFor();
      await rowOf(page, 'filter-1').waitFor();
      expect(await rowOf(page, 'filter-2').count()).toBe(0);
      const other = await signIn(
        await keyWith('payouts:read'),
        page.url().replace(`${stage.desk.purser.url}/dashboard`, ''),
      );
      await rowOf(other, 'filter-1').waitFor();
      await other.getByRole('button', { name: 'Remove filter: Period is Today' }).waitFor();
      await other.getByRole('button', { name: 'Remove filter: Amount from is 77.65' }).click();
      await rowOf(other, 'filter-2').waitFor();
      // Only those who may see whole recipients may look for one.
      await other.getByRole('button', { name: 'Filters' }).click();
      expect(await other.getByLabel('Recipient').count()).toBe(0);

      const asked = page.url();
      await page.getByLabel('Recipient').fill(recipient.requisites);
      await page.getByLabel('Any id').fill(payout!.id);
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: `Remove filter: Recipient is ${recipient.requisites}` }).waitFor();
      await rowOf(page, 'filter-1').waitFor();
      expect(page.url()).toContain(payout!.id);
      expect(decodeURIComponent(page.url())).not.toContain('filter-77');
      await page.goBack();
      await page.waitForURL(asked);
      await page.goto(`${stage.desk.purser.url}/dashboard/payouts?amountFrom=lots&period=ever&from=soon&set=ALL`);
      await rowOf(page, 'filter-2').waitFor();
      expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
      await page.goto(`${stage.desk.purser.url}/dashboard/payouts?destination=brazil-pix`);
      await page.getByRole('button', { name: 'Remove filter: Destination is brazil-pix' }).waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      expect(await page.getByRole('combobox', { name: 'Destination' }).inputValue()).toBe('brazil-pix');
    });

    it('counts only what its filter may let in among what is new', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/payouts?currency=BDT');
      await page.getByText('No payouts match').waitFor();
      await createPayout(stage.desk.purser.api, { externalId: 'other-currency' });
      await createPayout(stage.desk.purser.api, { ...bangladeshInput(), externalId: 'this-currency' });
      await page.getByRole('button', { name: 'Show 1 new payout' }).click();
      await rowOf(page, 'this-currency').waitFor();
    });

    it('finds by the words that are typed, and offers to clear what matches nothing', async () => {
      await createPayout(stage.desk.purser.api, { externalId: 'needle-77' });
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      await page.getByRole('searchbox', { name: 'Search payouts' }).fill('needle-77');
      await page.waitForURL(/search=needle-77/);
      await rowOf(page, 'needle-77').waitFor();
      await page.getByRole('searchbox', { name: 'Search payouts' }).fill('nobody-has-this');
      await page.getByText('No payouts match').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await rowOf(page, 'needle-77').waitFor();
    });

    it('looks further back where nothing is so new', async () => {
      await createPayout(stage.desk.purser.api, { externalId: 'before-tomorrow' });
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const page = await signIn(OPERATOR_API_KEY, `/payouts?search=before-tomorrow&from=${tomorrow}`);
      await page.getByText('No payouts match').waitFor();
      await page.getByRole('button', { name: 'Extend by 90 days' }).click();
      await rowOf(page, 'before-tomorrow').waitFor();
      const from = new URL(page.url()).searchParams.get('from')!;
      const days = (Date.parse(tomorrow) - Date.parse(from)) / 86_400_000;
      expect(Math.floor(days)).toBe(90);
    });

    it('is ordered by the columns that are pressed, as its address says', async () => {
      for (const [externalId, amount] of [
        ['sized-2', '20.00'],
        ['sized-9', '9.00'],
        ['sized-1', '100.00'],
      ] as const) {
        await createPayout(stage.desk.purser.api, { externalId, amount });
      }
      const page = await signIn(OPERATOR_API_KEY, '/payouts?search=sized-');
      const isOrdered = async (names: readonly string[]): Promise<void> => {
        for (const [at, name] of names.entries()) {
          await page
            .getByRole('row')
            .nth(at + 1)
            .getByRole('link', { name })
            .waitFor();
        }
      };
      await isOrdered(['sized-1', 'sized-9', 'sized-2']);
      const head = page.getByRole('columnheader', { name: 'Amount' });
      expect(await head.getAttribute('aria-sort')).toBe('none');
      await head.getByRole('button').click();
      await page.waitForURL(/sort=-amount/);
      await isOrdered(['sized-1', 'sized-2', 'sized-9']);
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Amount/);
      await head.getByRole('button').click();
      await isOrdered(['sized-9', 'sized-2', 'sized-1']);
      expect(await head.getAttribute('aria-sort')).toBe('ascending');
    });

    it('changes its rows in place, and holds new ones back until they are asked for', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'moves-1' });
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      const link = page.getByRole('link', { name: 'moves-1', exact: true });
      await link.focus();
      await approvePayout(stage.desk.purser.approver, payout!.id);
      const sent = await payoutWhen(
        stage.desk.purser.api,
        payout!,
        ({ providerPayoutId }) => providerPayoutId !== null,
      );
      const { id } = await bookedPayout(stage.desk.sandbox, sent);
      await stage.desk.sandbox.movePayout(id, 'process');
      await stage.desk.sandbox.movePayout(id, 'complete');
      await rowOf(page, 'moves-1').getByText('Completed').waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('moves-1');
      // Marked while it changes, for the styles.
      expect(await rowOf(page, 'moves-1').getAttribute('data-changed')).not.toBeNull();
      expect(await rowOf(page, 'moves-1').getAttribute('data-leaving')).toBeNull();

      await createPayout(stage.desk.purser.api, { externalId: 'comes-later' });
      const added = page.getByRole('button', { name: 'Show 1 new payout' });
      await added.waitFor();
      expect(await rowOf(page, 'comes-later').count()).toBe(0);
      await added.click();
      await rowOf(page, 'comes-later').waitFor();
    });

    it('keeps a row that its filter leaves out by now, dimmed, until it is read again', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'leaves-1' });
      const page = await signIn(OPERATOR_API_KEY, '/payouts?status=AWAITING_APPROVAL');
      await rowOf(page, 'leaves-1').waitFor();
      await withdrawPayout(stage.desk.purser.api, payout!.id);
      await rowOf(page, 'leaves-1').getByText('Withdrawn').waitFor();
      expect(await rowOf(page, 'leaves-1').getAttribute('data-leaving')).toBe('true');
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await page.getByRole('status', { name: 'List updates' }).waitFor({ state: 'attached' });
      await rowOf(page, 'leaves-1').waitFor({ state: 'detached' });
    });

    it('follows nothing once nobody has seen it for five minutes, and then catches up', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      await page.clock.install();
      const socket = page.waitForEvent('websocket');
      await page.reload();
      const closed = (await socket).waitForEvent('close');
      await page.getByRole('table', { name: 'Payouts' }).waitFor();
      const becomes = (hidden: boolean): Promise<unknown> =>
        page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${String(hidden)}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      await becomes(true);
      await page.clock.fastForward('05:01');
      await page.clock.fastForward('00:06');
      await closed;
      await createPayout(stage.desk.purser.api, { externalId: 'while-away' });
      await becomes(false);
      await page.getByRole('button', { name: 'Show 1 new payout' }).click();
      await rowOf(page, 'while-away').waitFor();
    });

    it('is called live once changes are followed, and not before', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/settings');
      const connection = page.getByRole('status', { name: 'Connection' });
      await connection.getByText('Live').waitFor();
      // A socket that opens and says nothing.
      await page.routeWebSocket(/graphql/, () => undefined);
      await page.reload();
      await connection.getByText('Connecting').waitFor();
    });

    it('reads all again, and says so, where its place in the log is not known', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/settings');
      let isRefused = false;
      await page.routeWebSocket(/graphql/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          const isFirst = !isRefused && String(message).includes('payoutChanged');
          isRefused ||= isFirst;
          server.send(isFirst ? String(message).replace(/"after":"[^"]*"/, '"after":"of another log"') : message);
        });
      });
      await page.goto(`${stage.desk.purser.url}/dashboard/payouts`);
      await page.getByText(/could not be followed. It was read again at/).waitFor();
      await createPayout(stage.desk.purser.api, { externalId: 'after-all' });
      await page.getByRole('button', { name: 'Show 1 new payout' }).waitFor();
    });

    it('counts down until a caller who asked too much may try again', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/settings');
      await page.route('**/graphql', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { errors: [{ message: 'Too many operations', extensions: { code: 'RATE_LIMITED' } }] },
        }),
      );
      await page.getByRole('link', { name: 'Orders' }).click();
      await page.getByRole('button', { name: /^Try again in \d second/ }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.unroute('**/graphql');
      await page.getByRole('button', { name: 'Try again', exact: true }).click();
      await page
        .getByText('No order')
        .or(page.getByRole('table', { name: 'Orders' }))
        .first()
        .waitFor();
      // Said by the browser itself.
      stage.visits.complaints = stage.visits.complaints.filter((message) => !message.includes('429'));
    });

    it('stops changing while it is paused', async () => {
      const page = await signIn(OPERATOR_API_KEY, '/payouts');
      await page.getByRole('button', { name: 'Pause' }).click();
      expect(await page.getByRole('status', { name: 'Connection' }).textContent()).toBe('Paused');
      await createPayout(stage.desk.purser.api, { externalId: 'unseen-1' });
      await page.getByRole('button', { name: 'Pause' }).click();
      // Live again, and what came meanwhile comes with the next change.
      await createPayout(stage.desk.purser.api, { externalId: 'seen-1' });
      await page.getByRole('button', { name: /Show \d new payout/ }).waitFor();
      expect(await rowOf(page, 'unseen-1').count()).toBe(0);
    });
  });

  describe('for a payout that waits for approval', () => {
    it('has another person approve what the dialog shows', async () => {
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

    it('is declined with a reason, and not without', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'decline-1' });
      const page = await signIn(APPROVER_API_KEY, `/payouts/${payout!.id}`);
      await page.getByRole('button', { name: 'Decline' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decline payout' });
      await dialog.getByRole('button', { name: 'Decline' }).click();
      expect(await dialog.getByRole('alert').textContent()).toContain('Give a reason');
      await dialog.getByLabel('Reason').fill('The invoice is missing');
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await getPayout(stage.desk.purser.api, payout!.id)).declineReason).toBe('The invoice is missing');
    });

    it('is changed field by field, which its page then shows', async () => {
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
        .getByText(/digits after the point/)
        .last()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Amount').fill('45');
      await dialog.getByLabel('E-mail key').fill('ana.new@example.com');
      await change.click();
      await dialog.waitFor({ state: 'detached' });
      const changes = page.getByRole('region', { name: 'Changes' });
      await changes.getByText('45 BRL').waitFor();
      const { amount, contentHash } = await getPayout(stage.desk.purser.api, payout!.id);
      expect(amount).toBe('45');
      // Sent by now, it is changed no more.
      await approvePayout(stage.desk.purser.approver, payout!.id, { contentHash });
      await page.getByRole('button', { name: 'Change', disabled: true }).waitFor();
    });

    it('says to whoever made it why they cannot approve it, and does not begin to', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'own-1' });
      // Of a person whose roles were others when they created it.
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

    it('is read back when somebody asks, and says why it cannot be before', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'read-1' });
      const page = await signIn(OPERATOR_API_KEY, `/payouts/${payout!.id}`);
      await page
        .getByRole('button', { name: 'Read back', disabled: true, description: /id of this payout is not known/ })
        .waitFor();
      await approvePayout(stage.desk.purser.approver, payout!.id);
      const { id } = await bookedPayout(
        stage.desk.sandbox,
        await payoutWhen(stage.desk.purser.api, payout!, ({ providerPayoutId }) => providerPayoutId !== null),
      );
      await stage.desk.sandbox.movePayout(id, 'process');
      await page.getByRole('button', { name: 'Read back', disabled: false }).click();
      await page.getByText('Processing').first().waitFor();
      await page
        .getByRole('button', { name: 'Withdraw', disabled: true, description: /cannot be withdrawn/ })
        .waitFor();
    });

    it('offers nothing to whom no scope allows it', async () => {
      const { payout } = await createPayout(stage.desk.purser.api, { externalId: 'look-only' });
      const page = await signIn(await keyWith('payouts:read'), `/payouts/${payout!.id}`);
      await page.getByRole('heading', { level: 1, name: 'Payout look-only' }).waitFor();
      for (const name of ['Approve', 'Decline', 'Withdraw', 'Reveal recipient']) {
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      }
      expect(await page.getByRole('link', { name: 'Orders' }).count()).toBe(0);
      await page.goto(`${stage.desk.purser.url}/dashboard/orders`);
      expect(await page.getByRole('alert').textContent()).toContain('orders:read');
    });
  });

  describe('to whoever works by keys', () => {
    it('leads to anything that has an id, and to any page', async () => {
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
      // By the provider's own id, as people read it on a page of the provider.
      await words.fill(sent.providerPayoutId!);
      await palette.getByRole('option', { name: /^Payout keyed-2/ }).waitFor();
      await words.fill(payout!.id);
      await palette.getByRole('option', { name: /^Payout keyed-1/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Payout keyed-1' }).waitFor();
      expect(await page.title()).toBe('Payout keyed-1 · Purser');
      await palette.waitFor({ state: 'detached' });

      // A key opens the dialog, and never does what it asks for.
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

    it('has its settings for itself, on every page and after a reload', async () => {
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

  it('reveals a recipient for a reason, and hides it when the page is left', async () => {
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

  describe('for an unconfirmed payout', () => {
    async function lostPayout(externalId: string, fault: string): Promise<PayoutView> {
      const input = payoutInput({ externalId });
      await stage.desk.sandbox.setFault({ on: 'createPayout', fault, match: faultMatch(input) });
      const { payout } = await createPayout(stage.desk.purser.api, input);
      await approvePayout(stage.desk.purser.approver, payout!.id);
      return payoutWhen(stage.desk.purser.api, payout!, ({ status }) => status === 'UNCONFIRMED');
    }

    it('has one person propose which payout it is, and another confirm that', async () => {
      const payout = await lostPayout('silent-1', 'serverErrorAfterAccepting');
      const { id: providerPayoutId } = await bookedPayout(stage.desk.sandbox, payout);
      const operator = await signIn(OPERATOR_API_KEY, '/unconfirmed');
      const lists = await signIn(OPERATOR_API_KEY, '/unconfirmed?proposed=no&destination=brazil-pix');
      await rowOf(lists, 'silent-1').waitFor();
      await operator.getByRole('link', { name: 'silent-1' }).click();
      const sent = operator.getByRole('region', { name: 'What we sent' });
      await sent.getByText(payout.attempts[0]!.id).waitFor();
      const found = operator.getByRole('region', { name: /^What the payment/ });
      await found.getByLabel('Id of the payout at the provider').fill(providerPayoutId);
      await found.getByRole('button', { name: 'Check this id' }).click();
      await found.getByText('Matches').nth(3).waitFor();
      expect(await violations(operator)).toEqual([]);
      await found.getByRole('button', { name: 'Propose: it is this payout' }).click();
      await found.getByRole('alert').waitFor();
      await found.getByLabel(/^Reference/).fill('Ticket 4711');
      await found.getByRole('button', { name: 'Propose: it is this payout' }).click();
      // Nobody confirms a change that they proposed.
      const proposal = operator.getByRole('region', { name: 'Unconfirmed payout' });
      await proposal.getByText('Ticket 4711').waitFor();
      expect(await proposal.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
      // Lists tell who proposed, at once, and leave it out where nothing was to be proposed.
      await rowOf(lists, 'silent-1').getByText(/^By /).waitFor();
      expect(await rowOf(lists, 'silent-1').getAttribute('data-leaving')).toBe('true');
      await lists.getByRole('button', { name: 'Filters' }).click();
      await lists.getByRole('combobox', { name: 'Proposal' }).selectOption({ label: 'Waits for another person' });
      await lists.getByRole('button', { name: 'Apply' }).click();
      await lists.waitForURL(/proposed=yes/);
      await rowOf(lists, 'silent-1').waitFor();
      await lists.getByLabel('Age').selectOption({ label: 'Over an hour' });
      await lists.getByRole('button', { name: 'Apply' }).click();
      await lists.getByText('No payouts match').waitFor();

      const approver = await signIn(APPROVER_API_KEY, `/unconfirmed/${payout.id}`);
      // The proposed id is there to be checked by whoever confirms it.
      await approver.getByRole('button', { name: 'Check this id' }).click();
      await approver.getByText('Matches').nth(3).waitFor();
      await approver.getByRole('button', { name: 'Confirm' }).click();
      const dialog = approver.getByRole('dialog', { name: 'Confirm change' });
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await approver.getByText('The payout is not unconfirmed any more.').waitFor();
      // The one who proposed it sees that, too.
      await operator.getByText('The payout is not unconfirmed any more.').waitFor();
      expect(await getPayout(stage.desk.purser.api, payout.id)).toMatchObject({ providerPayoutId });
    });

    it('says why a confirmed proposal was impossible, until that was read', async () => {
      const payout = await lostPayout('silent-3', 'serverErrorBeforeAccepting');
      const providerPayoutId = randomUUID();
      await bindPayout(stage.desk.purser.api, { payoutId: payout.id, providerPayoutId, reference: 'Ticket 4713' });
      const page = await signIn(APPROVER_API_KEY, '/approvals/changes');
      await page.getByRole('button', { name: 'Confirm' }).click();
      // The list has heard of it before the dialog does.
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('confirmChangeRequest')) return route.fallback();
        const listed = page.waitForResponse((read) => /query ChangeRequests/.test(read.request().postData() ?? ''));
        const response = await fetchAsPage(route);
        await listed;
        return route.fulfill({ response });
      });
      const dialog = page.getByRole('dialog', { name: 'Confirm change' });
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      expect(await dialog.getByRole('alert').textContent()).toBe('The provider knows no payout with that id.');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('No change waits for a second person.').waitFor();
    });

    it('says when it is too early to call it never made', async () => {
      const payout = await lostPayout('silent-2', 'serverErrorBeforeAccepting');
      const page = await signIn(OPERATOR_API_KEY, `/unconfirmed/${payout.id}`);
      const never = page.getByRole('button', {
        name: 'Propose: it was never made',
        disabled: true,
        description: /cool-off.*Possible from/,
      });
      await never.click({ force: true });
      await ageAttempt(stage.desk.database, payout.id);
      await page.reload();
      await page.getByLabel(/^Reference/).fill('Ticket 4712');
      await page.getByRole('button', { name: 'Propose: it was never made', disabled: false }).waitFor();
      expect((await getPayout(stage.desk.purser.api, payout.id)).changeRequest).toBeNull();
    });
  });

  describe('for a change that takes two people', () => {
    it('shows the second half of a new key once', async () => {
      await proposeKey(stage.desk.purser.admin, 'till-4');
      const page = await signIn(APPROVER_API_KEY, '/approvals/keys');
      await page.getByRole('region', { name: 'New API key' }).getByText('till-4').waitFor();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('dialog', { name: 'Confirm change' }).getByRole('button', { name: 'Confirm' }).click();
      const dialog = page.getByRole('dialog', { name: 'New API key' });
      await dialog.getByText('The second half of the key').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('No change waits for a second person.').waitFor();
    });

    it('is declined with a reason', async () => {
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

  it.each([320, 768, 1_440])('needs no scrolling sideways at %s pixels', async (width) => {
    await createPayout(stage.desk.purser.api, { externalId: `wide-${width}` });
    const page = await signIn(OPERATOR_API_KEY, '/payouts');
    await page.setViewportSize({ width, height: 800 });
    await rowOf(page, `wide-${width}`).waitFor();
    expect(await partsTooWide(page)).toEqual([]);
  });
});

/** Proposes a viewer's key, which another person has to confirm. */
async function proposeKey(admin: GraphqlClient, name: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await admin.request(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { userErrors { message } } }`,
    { input: { name, roles: ['VIEWER'], expiresAt } },
  );
}
