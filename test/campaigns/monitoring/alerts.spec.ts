import { DatabaseProxy } from '../../support/database-proxy.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { createOrder } from '../../support/orders.js';
import { createPayout } from '../../support/payouts.js';
import { expectPages, promtool } from '../../support/promtool.js';
import { createTestDatabase } from '../../support/test-database.js';

/** Something that the test breaks, and the alerts that page because of it. */
interface Breakdown {
  readonly settings?: Readonly<Record<string, string>>;
  break(desk: Desk, proxy: DatabaseProxy): Promise<void> | void;
  /** The metric that shows that Purser has noticed. */
  readonly noticed: RegExp;
  readonly pages: readonly string[];
}

const BREAKDOWNS: Readonly<Record<string, Breakdown>> = {
  'a database that refuses connections': {
    break: (_desk, proxy) => {
      proxy.cut();
    },
    // The threshold of the alert CommitsHang.
    noticed: /^purser_commit_seconds (?:[6-9]|\d\d)\b/m,
    pages: ['CommitsHang', 'NotReady'],
  },
  'a provider that refuses connections': {
    break: async ({ sandbox, purser }) => {
      await sandbox.close();
      // As many failures as open the circuit.
      for (let n = 0; n < 5; n += 1) await createOrder(purser.api);
    },
    noticed: /^purser_provider_circuits_open\{circuit="changes"\} 1$/m,
    pages: ['ProviderDown'],
  },
  'a token that the provider does not know': {
    settings: { PROVIDER_API_TOKEN: 'another-token-than-the-sandbox-has' },
    break: async ({ purser }) => {
      for (let n = 0; n < 3; n += 1) await createPayout(purser.api);
    },
    noticed: /^purser_provider_refuses\{of="credentials"\} 1$/m,
    pages: ['ProviderRefusesCredentials'],
  },
  'a webhook secret that the provider does not have': {
    break: async ({ sandbox, purser }) => {
      await sandbox.changeSettings({ payoutWebhookSecret: 'another-secret-than-purser-has-1234' });
      for (let n = 0; n < 3; n += 1) await createPayout(purser.api);
      for (const { id } of await sandbox.payouts()) await sandbox.movePayout(id, 'complete');
    },
    noticed: /^purser_webhook_signatures_total\{verdict="invalid"\} (?:[3-9]|\d\d)$/m,
    pages: ['WebhookSignaturesInvalid'],
  },
};

describe('Prometheus rules', () => {
  it('the rules are valid', async () => {
    expect(await promtool('check', 'rules', 'deploy/monitoring/alerts.yaml')).toContain('SUCCESS');
  });

  it('the rules alert as their test file says', async () => {
    expect(await promtool('test', 'rules', 'deploy/monitoring/alerts.test.yaml')).toContain('SUCCESS');
  });

  it.each(Object.entries(BREAKDOWNS))('the rules page for %s, and page for nothing before', async (_, breakdown) => {
    const database = await createTestDatabase();
    const proxy = await DatabaseProxy.start(database.url);
    const desk = await openDesk({ DATABASE_URL: proxy.url, METRICS_PORT: '0', ...breakdown.settings });
    try {
      const port = desk.purser.logLines
        .map((line) => /"metrics_listening".*"port":(\d+)/.exec(line)?.[1])
        .find(Boolean);
      const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port!}/metrics`)).text();
      const healthy = await eventually('the first commit', async () => {
        const metrics = await scrape();
        return /^purser_commit_seconds \d/m.test(metrics) ? metrics : null;
      });
      await breakdown.break(desk, proxy);
      const broken = await eventually('the metrics show it', async () => {
        const metrics = await scrape();
        return breakdown.noticed.test(metrics) ? metrics : null;
      });
      await expectPages({ healthy, broken, pages: breakdown.pages });
    } finally {
      proxy.heal();
      await desk.close();
      await proxy.close();
      await database.drop();
    }
  });
});
