import { readFileSync } from 'node:fs';
import { alertRules } from '../support/alert-rules.js';
import { type Desk, openDesk } from '../support/desk.js';
import { createOrder } from '../support/orders.js';
import { createPayout, setPayoutGate } from '../support/payouts.js';

const board = JSON.parse(readFileSync('deploy/monitoring/board.json', 'utf8')) as {
  panels: { targets: { expr: string }[] }[];
};
const expressions = [
  ...alertRules().map(({ expr }) => expr),
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

// Only served with a standby, as in test/extras/campaigns/standby-reads.spec.ts.
const OF_STANDBY = ['purser_standby_lag_seconds'];

describe('metrics', () => {
  let desk: Desk;
  let url: string;

  beforeAll(async () => {
    desk = await openDesk({ METRICS_PORT: '0', PAYOUT_APPROVERS_DEFAULT: '1' });
    const port = desk.purser.logLines.map((line) => /"metrics_listening".*"port":(\d+)/.exec(line)?.[1]).find(Boolean);
    url = `http://127.0.0.1:${port!}/metrics`;
  });

  afterAll(async () => {
    await desk.close();
  });

  const metrics = async (): Promise<string> => (await fetch(url)).text();

  it('the metrics show whether payouts are sent, and how many wait for people', async () => {
    await createPayout(desk.purser.api, { externalId: 'counted-1' });
    const before = await metrics();
    expect(before).toContain('purser_payout_gate_open 1');
    expect(before).toContain('purser_payouts{set="AWAITING_APPROVAL"} 1');
    expect(before).toContain('purser_payouts{set="UNCONFIRMED"} 0');
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'Ticket 12' });
    const after = await metrics();
    expect(after).toContain('purser_payout_gate_open 0');
    // The scrape's own statements must not count as waiting, or every scrape would raise an alert.
    expect(after).toContain('purser_database_connections{pool="purser",state="waiting"} 0');
  });

  it('the metrics include every metric that the alerts and the board use', async () => {
    const served = await metrics();
    const asked = new Set(expressions.flatMap((expr) => expr.match(/\b(?:purser|process|nodejs)_[a-z0-9_]+/g) ?? []));
    expect(asked.size).toBeGreaterThan(12);
    // A histogram is served as several series under one type.
    const families = [...asked].map((name) => name.replace(/_seconds_bucket$/, '_seconds'));
    expect(families.filter((name) => !served.includes(`# TYPE ${name} `))).toEqual(OF_STANDBY);
  });

  it('the metrics count and time operations, calls to the provider and webhooks', async () => {
    const { api } = desk.purser;
    await createOrder(api);
    await createOrder(api, { amount: '0' });
    await api.send('{ orders { totalCount } }');
    await api.send('{ nothing }');
    const approved = await createPayout(api, { externalId: 'counted-2' });
    expect(approved.userErrors).toEqual([]);
    await fetch(desk.purser.orderWebhookUrl, { method: 'POST', body: '{}' });
    await fetch(`${desk.purser.url}/webhooks/orders/wrong`, { method: 'POST', body: '{}' });
    const served = await metrics();
    for (const [name, operation, outcome] of [
      ['operations', 'createOrder', 'ok'],
      ['operations', 'createOrder', 'refused'],
      ['operations', 'orders', 'ok'],
      ['operations', 'none', 'denied'],
      ['provider_calls', 'createOrder', 'accepted'],
    ] as const) {
      expect(served).toMatch(
        new RegExp(`^purser_${name}_total\\{operation="${operation}",outcome="${outcome}"\\} [1-9]`, 'm'),
      );
    }
    expect(served).toMatch(/^purser_operation_seconds_count\{operation="createOrder"\} 2$/m);
    expect(served).toMatch(/^purser_provider_call_seconds_bucket\{le="10",operation="createOrder"\} 1$/m);
    expect(served).toMatch(/^purser_webhooks_total\{source="orders",outcome="stored"\} [1-9]/m);
    expect(served).toMatch(/^purser_webhooks_total\{source="orders",outcome="refused"\} 1$/m);
    expect(served).toMatch(/^purser_due_seconds\{tick="payouts\.submit"\} /m);
    expect(served).toMatch(/^purser_info\{version="\d+\.\d+\.\d+[^"]*",revision="\w+"\} 1$/m);
  });
});
