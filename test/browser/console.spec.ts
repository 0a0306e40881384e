import { type Stack, startStack } from '../../dev/start/purser-stack.js';
import { makeDemoData } from '../../dev/demo/demo-data.js';
import { PurserClient } from '../../dev/tour/purser-client.js';
import { SandboxControl } from '../../dev/tour/sandbox-control.js';
import { eventually } from '../support/eventually.js';
import { openBrowser, type TestBrowser } from '../support/browser.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('the console of npm start in a real browser', () => {
  const state = temporaryDirectory();
  let database: TestDatabase;
  let stack: Stack;
  let chromium: TestBrowser;

  beforeAll(async () => {
    database = await createTestDatabase();
    [stack, chromium] = await Promise.all([
      startStack({ stateDirectory: state.path, databaseUrl: database.url }),
      openBrowser(),
    ]);
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await stack.stop();
    await database.drop();
    state.remove();
  });

  it('the first start creates demo data of every kind, once', async () => {
    const cast = {
      operator: new PurserClient({ ...stack.purser, apiKey: stack.operatorKey }),
      approver: new PurserClient({ ...stack.purser, apiKey: stack.secrets.APPROVER_API_KEY }),
      sandbox: new SandboxControl(stack.sandboxUrl),
    };
    await makeDemoData(cast);
    await makeDemoData(cast);
    const orders = await eventually('every demo order has its end', async () => {
      const rows = await database.query<{ status: string }>('SELECT status FROM orders ORDER BY created_at, id');
      return rows.filter(({ status }) => status === 'CREATED').length === 1 ? rows : null;
    });
    expect(orders.map(({ status }) => status)).toEqual([
      ...['PAID', 'PAID', 'PAID', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'CREATED', 'ABANDONED'],
    ]);
    const payouts = await eventually('every demo payout has its end', async () => {
      const rows = await database.query<{ status: string }>('SELECT status FROM payouts ORDER BY created_at, id');
      return rows.some(({ status }) => ['CREATED', 'PROCESSING'].includes(status)) ? null : rows;
    });
    expect(payouts.map(({ status }) => status)).toEqual([
      ...['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED'],
      ...['AWAITING_APPROVAL', 'DECLINED', 'WITHDRAWN', 'UNCONFIRMED'],
    ]);
    const moved = await database.query<{ kind: string }>('SELECT DISTINCT kind FROM ledger_entries ORDER BY kind');
    expect(moved.map(({ kind }) => kind)).toEqual(['FUNDING', 'PAYMENT', 'RELEASE', 'RESERVATION']);
  });

  it('the console creates an order with the prepared mutation, without requests to other hosts', async () => {
    const page = await chromium.browser.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));

    await page.goto(stack.makeSignInLink('console')!);
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText('/pay/').waitFor();

    const newest = "SELECT status FROM orders WHERE purpose = 'First order'";
    expect(await database.query(newest)).toEqual([{ status: 'CREATED' }]);
    expect(asked).toEqual(new Set([new URL(stack.consoleUrl!).origin, stack.purser.url]));
  });

  it('the console does not open without its link', async () => {
    const context = await chromium.browser.newContext();
    const page = await context.newPage();
    await page.goto(stack.consoleUrl!);
    await page.getByText('the link printed in the terminal').waitFor();
    await page.getByLabel('operator’s key').fill(stack.operatorKey);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
    await context.close();
  });

  it.each(['operator', 'approver'] as const)(
    'opens the dashboard, signed in as the %s, through a link that works only once',
    async (role) => {
      const context = await chromium.browser.newContext();
      const page = await context.newPage();
      const link = stack.makeSignInLink(role)!;
      await page.goto(link);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(new URL(page.url()).origin).toBe(stack.purser.url);
      expect(await context.cookies()).toMatchObject([{ name: 'purser-local', httpOnly: true, sameSite: 'Strict' }]);
      expect((await page.goto(link))?.status()).toBe(410);
      await context.close();
    },
  );

  it("the dashboard shows a payout's maker by name and key prefix", async () => {
    const context = await chromium.browser.newContext();
    const page = await context.newPage();
    await page.goto(stack.makeSignInLink('approver')!);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const [payout] = await database.query<{ id: string }>('SELECT id FROM payouts LIMIT 1');
    await page.goto(`${stack.purser.url}/dashboard/payouts/${payout!.id}`);
    await page
      .getByRole('definition')
      .filter({ hasText: `(${stack.operatorKey.slice(0, 18)})` })
      .waitFor();
    await context.close();
  });

  it('starts a shop that accepts cards', async () => {
    const page = await chromium.browser.newPage();
    await page.goto(stack.checkoutUrl!);
    await page.getByText('5555 5555 5555 4444').waitFor();
  });
});
