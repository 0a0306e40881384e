import { openBrowser, type TestBrowser } from '../support/browser.js';
import { DashboardVisits, partsTooWide, rowOf, violations } from '../support/dashboard-visits.js';
import { type Desk, openDesk } from '../support/desk.js';
import { insertKey } from '../support/api-keys.js';
import { APPROVER_API_KEY, TEST_SETTINGS } from '../support/settings.js';

const ADMIN_API_KEY = TEST_SETTINGS.BOOTSTRAP_API_KEY;

describe('the pages of keys and rules, in a real browser', () => {
  let desk: Desk;
  let chromium: TestBrowser;
  let visits: DashboardVisits;

  beforeAll(async () => {
    [desk, chromium] = await Promise.all([openDesk(), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await desk.close();
  });

  beforeEach(() => {
    visits = new DashboardVisits(chromium, desk.purser.url);
  });

  afterEach(() => visits.end());

  it('make a key of two people, whose halves are shown once, and revoke it', async () => {
    const page = await visits.signIn(ADMIN_API_KEY, '/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('till-9');
    await dialog.getByRole('checkbox', { name: 'Viewer' }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('The first half of the key, shown this once.').waitFor();
    const firstHalf = (await dialog.locator('p').last().textContent()) ?? '';
    expect(firstHalf).not.toBe('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await rowOf(page, 'till-9').getByText('Pending').waitFor();
    expect(await page.content()).not.toContain(firstHalf);

    const approver = await visits.signIn(APPROVER_API_KEY, '/changes');
    await approver.getByRole('region', { name: 'New API key' }).getByText('till-9').waitFor();

    await page.getByRole('link', { name: 'till-9' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    const revoking = page.getByRole('dialog', { name: 'Revoke key' });
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    expect(await revoking.getByRole('alert').textContent()).toContain('Give a reason');
    await revoking.getByLabel('Reason').fill('Not needed any more');
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Not needed any more').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  });

  it('name the scope that is missing, and exchange the own secret', async () => {
    const secret = await insertKey(desk.database, { name: 'window-1', roles: ['viewer'] });
    const page = await visits.signIn(secret, '/keys');
    expect(await page.getByRole('alert').textContent()).toContain('keys:confirm');
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
    await told.getByRole('button', { name: 'Close' }).click();
    await visits.signIn(renewed, '/keys');
  });

  it.each([
    ['light', 1_440],
    ['dark', 320],
  ] as const)('are shown in the %s theme at %s pixels', async (colorScheme, width) => {
    const page = await visits.signIn(ADMIN_API_KEY, '/keys');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/keys']) {
      await page.goto(`${desk.purser.url}/dashboard${path}`);
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      expect([path, await partsTooWide(page)]).toEqual([path, []]);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });
});
