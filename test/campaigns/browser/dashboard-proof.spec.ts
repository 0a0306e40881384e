import { insertKey, ownKeyId } from '../../support/api-keys.js';
import { openBrowser, type TestBrowser } from '../../support/browser.js';
import { ageProof } from '../../support/dashboard-page.js';
import { DashboardVisits, violations } from '../../support/dashboard-visits.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { personId } from '../../support/identity-provider.js';
import { createPayout } from '../../support/payouts.js';
import { SignInProvider } from '../../support/sign-in-provider.js';

const REQUISITES = 'ana.proven@example.com';

describe('recipient revealed long after sign-in in a real browser', () => {
  let provider: SignInProvider;
  let desk: Desk;
  let chromium: TestBrowser;
  let visits: DashboardVisits;
  let path: string;

  beforeAll(async () => {
    provider = await SignInProvider.open();
    [desk, chromium] = await Promise.all([openDesk(provider.settings), openBrowser()]);
    const recipient = { name: 'Ana Souza', requisites: REQUISITES, userId: 'user-1' };
    const { payout } = await createPayout(desk.purser.api, { recipient });
    path = `/payouts/${payout!.id}`;
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await desk.close();
    await provider.close();
  });

  beforeEach(() => {
    visits = new DashboardVisits(chromium, desk.purser.url);
  });

  afterEach(() => visits.end());

  it('the page asks for the key again, refuses another key, and then reveals the recipient', async () => {
    const secret = await insertKey(desk.database, { roles: ['approver'] });
    const page = await visits.signIn(secret, path);
    await ageProof(desk.database, await ownKeyId(desk.purser.as(secret)));
    await page.getByRole('button', { name: 'Reveal recipient' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reveal recipient' });
    await dialog.getByLabel('Reason').fill('The payee asks');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByText('You signed in more than 15 minutes ago.').waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    const key = dialog.getByLabel('Your API key, again');
    await key.fill(await insertKey(desk.database, { roles: ['approver'] }));
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByText('This is not the API key that you signed in with.').waitFor();
    await key.fill(secret);
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'Recipient' }).getByText(REQUISITES).waitFor();
    expect(await page.content()).not.toContain(secret);
    // The browser itself logs the 403.
    visits.complaints = visits.complaints.filter((message) => !message.includes('403'));
  });

  it('a person signs in again at the identity provider and returns to the payout', async () => {
    Object.assign(provider.person, { subject: 'p-approver', roles: ['approver'] });
    const page = await visits.visit(path);
    await page.getByRole('link', { name: 'Sign in at the identity provider' }).click();
    await page.getByRole('button', { name: 'Reveal recipient' }).waitFor();
    await ageProof(desk.database, await personId(desk.database, 'p-approver'));
    await page.getByRole('button', { name: 'Reveal recipient' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reveal recipient' });
    await dialog.getByLabel('Reason').fill('The payee asks');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByText('Sign in at the identity provider again').waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await dialog.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Reveal recipient' }).click();
    expect(provider.asked.get('prompt')).toBe('login');
    await dialog.getByLabel('Reason').fill('The payee asks');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'Recipient' }).getByText(REQUISITES).waitFor();
    visits.origins.delete(provider.settings['OIDC_ISSUER']!);
  });
});
