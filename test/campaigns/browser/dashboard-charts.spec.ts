import type { Locator, Page } from 'playwright-core';
import { insertKey } from '../../support/api-keys.js';
import { dashboardStage } from '../../support/dashboard-stage.js';
import { partsTooWide, violations } from '../../support/dashboard-visits.js';
import { eventually } from '../../support/eventually.js';
import { fundBalance } from '../../support/ledger.js';
import { createdOrder } from '../../support/orders.js';
import { payoutWhen, recordedPayout } from '../../support/payouts.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';

const FIGURES = [
  'Accepted volume, EUR',
  'Conversion by method',
  'Payout states',
  'Time to completion, BRL',
  'How we learned the outcome',
];

describe('dashboard charts in a real browser', () => {
  const stage = dashboardStage();

  beforeAll(async () => {
    const { api } = stage.desk.purser;
    await fundBalance(api, { currency: 'BRL', amount: '100.00', reference: 'bank', idempotencyKey: 'one' });
    const [paid, , declined] = [await createdOrder(api), await createdOrder(api), await createdOrder(api)];
    await stage.desk.sandbox.move(paid.providerOrderId, 'pay');
    await stage.desk.sandbox.move(declined.providerOrderId, 'decline');
    const { id } = await recordedPayout(api, { amount: '12.50' });
    const { providerPayoutId } = await payoutWhen(api, { id }, (payout) => payout.providerPayoutId !== null);
    for (const step of ['process', 'complete'] as const) await stage.desk.sandbox.movePayout(providerPayoutId!, step);
    await payoutWhen(api, { id }, ({ status }) => status === 'COMPLETED');
    await eventually('all is counted', async () => {
      const input = `{ from: "2026-01-01T00:00:00Z", to: "2046-01-01T00:00:00Z", bucket: MONTH }`;
      const { orderSeries, payoutSeries } = await api.request<Record<string, { ended?: number; status?: string }[]>>(
        `{ orderSeries(input: ${input}) { ended } payoutSeries(input: ${input}) { status } }`,
      );
      return orderSeries![0]?.ended === 2 && payoutSeries![0]?.status === 'COMPLETED' ? true : null;
    });
  }, 120_000);

  /** Returns the last row of a chart shown as a table, such as its newest bucket. */
  async function lastRow(figure: Locator): Promise<string[]> {
    await figure.getByRole('button', { name: 'Show as table' }).click();
    const cells = figure.getByRole('row').last().locator('th, td');
    return cells.allTextContents();
  }

  const figureOf = (page: Page, name: string): Locator => page.getByRole('figure', { name });

  it('charts and tables show what was created, its final states, and how Purser learned of them', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/');
    for (const name of FIGURES) await figureOf(page, name).waitFor();
    expect((await lastRow(figureOf(page, FIGURES[0]!))).slice(1)).toEqual(['10.50 EUR']);
    expect(await lastRow(figureOf(page, FIGURES[1]!))).toEqual(['Hosted page', '1', '2', '1', '50%']);
    expect((await lastRow(figureOf(page, FIGURES[2]!))).slice(1)).toEqual(['1']);
    expect((await lastRow(figureOf(page, FIGURES[3]!))).slice(1)).toEqual([
      expect.stringMatching(/^[\d.]+ sec$/),
      expect.stringMatching(/^[\d.]+ sec$/),
    ]);
    const ends = (await lastRow(figureOf(page, FIGURES[4]!))).slice(1, 4);
    expect(ends.reduce((sum, count) => sum + Number(count), 0)).toBe(3);
    await figureOf(page, FIGURES[4]!).getByRole('button', { name: 'Show as chart' }).click();
    await figureOf(page, FIGURES[4]!).getByRole('img').waitFor();
  });

  it('the URL contains the period and the currency', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/');
    await page.getByLabel('Period').selectOption({ label: '12 months' });
    await page.locator('option[value=year]:checked').waitFor({ state: 'attached' });
    await page.getByLabel('Currency').selectOption('BRL');
    await page.waitForURL(/currency=BRL/);
    await figureOf(page, 'Accepted volume').getByText('Nothing in this time.').waitFor();
    await page.reload();
    await figureOf(page, FIGURES[2]!).getByText('1 payout').first().waitFor();
    expect(await page.getByLabel('Period').inputValue()).toBe('year');
  });

  it('charts are hidden if the caller lacks their scope', async () => {
    const page = await stage.visits.signIn(await insertKey(stage.desk.database, { scopes: ['payouts:read'] }), '/');
    await figureOf(page, FIGURES[2]!).waitFor();
    expect(await page.getByRole('figure').count()).toBe(2);
  });

  it("a chart shows a balance's history", async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY, '/balances');
    const figure = figureOf(page, 'Expected balance');
    await figure.getByText('87.50 BRL').first().waitFor();
    expect((await lastRow(figure)).slice(1)).toEqual(['87.50 BRL', '0.00 BRL']);
  });

  it('charts and tables are accessible in both themes and at every width', async () => {
    const page = await stage.visits.signIn(OPERATOR_API_KEY);
    for (const [path, name] of [
      ['/', FIGURES[4]!],
      ['/balances', 'Expected balance'],
    ] as const) {
      await page.goto(`${stage.desk.purser.url}/dashboard${path}`);
      const figure = figureOf(page, name);
      await figure.getByRole('img').waitFor();
      await figure.getByRole('button', { name: 'Show as table' }).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page, { within: 'figure' })).toEqual([]);
      }
      for (const width of [320, 1_440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await partsTooWide(page)).toEqual([]);
      }
    }
  });
});
