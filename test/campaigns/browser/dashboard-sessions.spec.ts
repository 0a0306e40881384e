import { insertKey } from '../../support/api-keys.js';
import { DashboardPage } from '../../support/dashboard-page.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { partsTooWide, rowOf, violations } from '../../support/dashboard-visits.js';
import { insertPerson } from '../../support/identity-provider.js';
import { APPROVER_API_KEY, TEST_SETTINGS } from '../../support/settings.js';

const ADMIN_API_KEY = TEST_SETTINGS.BOOTSTRAP_API_KEY;

describe('sessions and people in a real browser', () => {
  const stage = dashboardStage();

  /** Signs in from a second browser, whose name Purser cannot recognise. */
  const signInElsewhere = (secret: string): Promise<DashboardPage> => {
    const { url } = stage.desk.purser;
    return DashboardPage.signedIn(url, secret, null, { origin: url });
  };

  it('people see their own sessions, and sign out everywhere after a confirmation', async () => {
    const secret = await insertKey(stage.desk.database, { name: 'two desks', roles: ['viewer'] });
    const other = await signInElsewhere(secret);
    const page = await stage.visits.signIn(secret, '/settings');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('listitem').filter({ hasText: 'This browser' }).getByText('Chrome on').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByText('Unknown browser').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await partsTooWide(page)).toEqual([]);
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByText('All 2 browsers that are signed in as you are signed out immediately').waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect((await other.session()).endsAt).toBeNull();
  });

  it('an administrator ends all sessions of a key', async () => {
    const secret = await insertKey(stage.desk.database, { name: 'lost laptop', roles: ['viewer'] });
    const other = await signInElsewhere(secret);
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/keys');
    await rowOf(page, 'lost laptop').getByRole('link').click();
    await page.getByRole('button', { name: 'End sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'End sessions' });
    await dialog.getByText('Every browser that is signed in as lost laptop is signed out immediately.').waitFor();
    await dialog.getByLabel('Reason').fill('It was left in a train');
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('1 session ended.').waitFor();
    expect((await other.session()).endsAt).toBeNull();
    expect(await violations(page)).toEqual([]);
  });

  it('one person blocks a person immediately, and two people end the block', async () => {
    const id = await insertPerson(stage.desk.database);
    const page = await stage.visits.signIn(ADMIN_API_KEY, '/keys');
    const people = page.getByRole('region', { name: 'People' });
    await people.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: `Person ${id}` }).waitFor();
    await page.getByRole('button', { name: 'Block' }).click();
    const blocking = page.getByRole('dialog', { name: `Block ${id}` });
    await blocking.getByText('It takes two people to unblock them.').waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await blocking.getByLabel('Reason').fill('Their laptop was stolen');
    await blocking.getByRole('button', { name: 'Block' }).click();
    await page.getByText('Their laptop was stolen').waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Unblock' }).click();
    const unblocking = page.getByRole('dialog', { name: `Unblock ${id}` });
    await unblocking.getByText('Until then they stay blocked.').waitFor();
    await unblocking.getByLabel('Reason').fill('It was found');
    await unblocking.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('Another person must confirm it under Approvals.').waitFor();

    const approver = await stage.visits.signIn(APPROVER_API_KEY, '/approvals/changes');
    const request = approver.getByRole('region', { name: 'Unblock a person' });
    await request.getByText('Blocked since').waitFor();
    await request.getByRole('button', { name: 'Confirm' }).click();
    const confirming = approver.getByRole('dialog', { name: 'Confirm change' });
    await confirming.getByRole('button', { name: 'Confirm' }).click();
    await approver.getByText('No change waits').waitFor();
    await page.getByText('Active').waitFor();
  });

  it('an approver sees that a person is blocked, but has no button to unblock them', async () => {
    const id = await insertPerson(stage.desk.database, { isBlocked: true });
    const page = await stage.visits.signIn(APPROVER_API_KEY, `/people/${id}`);
    await page.getByText('Blocked because').waitFor();
    expect(await page.getByRole('button', { name: /lock$/ }).count()).toBe(0);
  });
});
