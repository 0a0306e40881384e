import type { Page } from 'playwright-core';
import { ownKeyId } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { partsTooWide, violations } from '../../support/dashboard-visits.js';
import { eventually } from '../../support/eventually.js';
import { enableEveryMethod } from '../../support/h2h.js';
import { fundBalance } from '../../support/ledger.js';
import { createdOrder } from '../../support/orders.js';
import { agreedOn, createPayout, payoutInput, setPayoutPolicy, unconfirmedPayout } from '../../support/payouts.js';
import { insertDiscrepancy } from '../../support/rows-of-accounts.js';
import { APPROVER_API_KEY, OPERATOR_API_KEY, TEST_SETTINGS } from '../../support/settings.js';

/** A page, and the names of the buttons that open its dialogs. */
type Stop = readonly [path: string, ...dialogs: (string | RegExp)[]];

/** No single person may hold all scopes, so three visit the pages. */
const PEOPLE = {
  operator: OPERATOR_API_KEY,
  approver: APPROVER_API_KEY,
  admin: TEST_SETTINGS.BOOTSTRAP_API_KEY,
} as const;

type Person = keyof typeof PEOPLE;

const NOT_THERE = '6f8f1f0e-5d2e-4b0a-9a51-1a1f3a9b1c11';

describe('every dashboard page', () => {
  const stage = dashboardStage({ DESK_ENVIRONMENT: 'sandbox' });
  let stops: Readonly<Record<Person, readonly Stop[]>>;

  beforeAll(async () => {
    stops = await everyPage();
  }, 120_000);

  async function everyPage(): Promise<typeof stops> {
    const { api, admin } = stage.desk.purser;
    await enableEveryMethod(stage.desk.purser);
    const order = await createdOrder(api, { externalId: 'paid-1' });
    await stage.desk.sandbox.move(order.providerOrderId, 'pay');
    const retried = await createdOrder(api, { externalId: 'card-1', method: 'CARD_H2H' });
    await fundBalance(api, { amount: '1000.00' });
    const lost = await unconfirmedPayout(stage.desk, { isMade: false });
    await agreedOn(stage.desk.purser, setPayoutPolicy, { currency: 'BRL', approvers: 1 });
    const { payout } = await createPayout(api, payoutInput({ externalId: 'waits-1' }));
    await setPayoutPolicy(admin, { currency: 'XOF', approvers: 2, reason: 'Not agreed on yet' });
    const [{ accounts }, { auditEntries }, { webhookEvents }] = [
      await api.request<{ accounts: { id: string }[] }>('{ accounts { id } }'),
      await admin.request<{ auditEntries: { nodes: { id: string }[] } }>('{ auditEntries(first: 1) { nodes { id } } }'),
      await eventually('a webhook', async () => {
        const answer = await api.request<{ webhookEvents: { nodes: { id: string }[] } }>(
          '{ webhookEvents(first: 1) { nodes { id } } }',
        );
        return answer.webhookEvents.nodes.length > 0 ? answer : null;
      }),
    ];
    await insertDiscrepancy(stage.desk.database, accounts[0]!.id, 'CORRECTED');
    const { discrepancies } = await api.request<{ discrepancies: { nodes: { id: string }[] } }>(
      '{ discrepancies { nodes { id } } }',
    );
    const waiting = `/payouts/${payout!.id}`;
    return {
      operator: [
        ['/', 'Pause payouts'],
        ['/orders'],
        [`/orders/${order.id}`],
        [`/orders/${retried.id}`, 'Retry'],
        [`/orders/${order.id}/receipt`],
        [`/orders/${NOT_THERE}`],
        ['/orders/new'],
        ['/payouts'],
        [waiting, 'Change', 'Withdraw'],
        [`${waiting}/receipt`],
        [`/payouts/${NOT_THERE}`],
        ['/payouts/new'],
        ['/unconfirmed'],
        [`/unconfirmed/${lost.id}`],
        ['/balances', 'Fund', /^Compare/],
        ['/discrepancies'],
        [`/discrepancies/${discrepancies.nodes[0]!.id}`, 'Close discrepancy'],
        ['/reconciliation', 'Import statement'],
        ['/webhooks', 'Replay range'],
        [`/webhooks/${webhookEvents.nodes[0]!.id}`, 'Replay'],
        ['/webhooks/health'],
        ['/settings'],
      ],
      approver: [
        // A person without the scope is told so by the page.
        ['/orders/new'],
        ['/payouts/new'],
        [waiting, 'Approve', 'Decline', 'Reveal recipient'],
        ['/approvals'],
        [`/approvals?payout=${payout!.id}`],
        ['/approvals/changes', 'Confirm', 'Decline proposal'],
        ['/approvals/keys'],
      ],
      admin: [
        ['/rules', 'Propose policy', 'Propose limit', /^Change/, /^Remove/],
        ['/keys', 'Create key', 'Rotate secret'],
        [`/keys/${await ownKeyId(api)}`, 'Revoke'],
        ['/audit'],
        [`/audit/${auditEntries.nodes[0]!.id}`],
      ],
    };
  }

  /** Returns all accessibility problems in both themes, and everything too wide for the narrowest screen. */
  async function faultsOf(page: Page, within?: string): Promise<unknown[]> {
    const found: unknown[] = await violations(page, { within });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    found.push(...(await violations(page, { rules: ['color-contrast'], within })));
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    // As narrow as 1,280 pixels at a zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 640 });
    found.push(...(await partsTooWide(page)));
    await page.setViewportSize({ width: 1_280, height: 800 });
    return found;
  }

  it.each(Object.keys(PEOPLE) as Person[])(
    'the %s page has the common frame, is accessible with its dialogs in both themes, and contacts no other host',
    async (person) => {
      const asked: string[] = [];
      const page = await stage.visits.visit('/sign-in');
      page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await page.getByLabel('API key').getAttribute('type')).toBe('password');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel('API key').fill(PEOPLE[person]);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      for (const [path, ...dialogs] of stops[person]) {
        await page.goto(`${stage.desk.purser.url}/dashboard${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        expect([path, await framesOf(page)]).toEqual([path, [1, 1, 1, 1, 1, 1, 1]]);
        expect([path, await faultsOf(page)]).toEqual([path, []]);
        for (const name of dialogs) {
          await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
          const dialog = page.getByRole('dialog');
          await dialog.waitFor();
          expect([path, name, await faultsOf(page, '[role=dialog]')]).toEqual([path, name, []]);
          await dialog.getByRole('button', { name: 'Cancel' }).click();
          await dialog.waitFor({ state: 'detached' });
        }
      }
      const kept = await page.evaluate(
        'JSON.stringify([document.cookie, localStorage, sessionStorage, history.state])',
      );
      for (const place of [asked.join('\n'), String(kept), page.url(), stage.desk.purser.logLines.join('\n')]) {
        expect(place).not.toContain(PEOPLE[person]);
      }
    },
    // Each of two dozen pages is checked four times, on a machine that also runs other campaigns.
    180_000,
  );

  /** Counts how often each part of the frame is on the page. */
  function framesOf(page: Page): Promise<number[]> {
    const parts = [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('main'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('link', { name: 'Skip to content' }),
      page.getByRole('status', { name: 'Connection' }),
      page.getByRole('button', { name: 'Search', exact: true }),
      page.getByRole('button', { name: 'Account menu' }),
    ];
    return Promise.all(parts.map((part) => part.count()));
  }
});
