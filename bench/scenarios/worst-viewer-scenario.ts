import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { makeKey } from '../../dev/start/operator-key.js';
import { percentile } from '../../test/rig/report/spread.js';
import { orderRequest } from './order-creation-scenario.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { seedOrders } from '../stage/orders-seed.js';
import { APPROVER_API_KEY, BOOTSTRAP_API_KEY, WEBHOOK_PATH_SECRET } from '../stage/purser-settings.js';

/** Latencies that a shop, the provider and an orchestrator see. */
export interface ServiceFigures {
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
  readonly orders: number;
  readonly failedOrders: number;
  readonly failedWebhooks: number;
  readonly failedProbes: number;
}

export interface WorstViewerFigures {
  readonly idle: ServiceFigures;
  readonly busy: ServiceFigures;
  /** Outcomes of the viewer's operations. */
  readonly answers: Readonly<Record<string, number>>;
  /** Number of changes that the viewer's subscriptions replayed. */
  readonly replayed: number;
}

/** Limit for createOrder at the 95th percentile, as a multiple of the same figure without the viewer. */
export const SLOWDOWN_TARGET = 2;

const ORDERS = 1_000_000;

// Enough to reach the key's rate limit, and more than its limit on concurrent requests.
const CONNECTIONS = 40;
const OPERATIONS_A_SECOND = 200;
const SOCKETS = 3;
const SUBSCRIPTIONS_A_SOCKET = 10;

// Like a larger shop: one order every 100 ms, in addition to webhooks and probes.
const PAUSE_MS = 100;

const LOG_START = Buffer.from('0.0.0').toString('base64url');

// The default limits for a key. The other scenarios run without limits.
const DEFAULTS = { KEY_REQUESTS_PER_SECOND: '200', KEY_REQUEST_BURST: '1000', KEY_READS_AT_ONCE: '4' } as const;

const tenOf = (field: string): string =>
  `query ${field.includes('$n') ? '($n: Int) ' : ''}{ ${Array.from({ length: 10 }, (_, at) => `a${at}: ${field.replaceAll('#', String(at))}`).join(' ')} }`;

// These filters match no row or every row, so that an unlimited search would read the whole table.
const DOCUMENTS: readonly string[] = [
  tenOf('orders(first: 1, filter: { search: "web shop", amountFrom: "0.#" }) { totalCount }'),
  tenOf('orders(first: 1, filter: { currency: "USD", amountFrom: "0.#" }) { totalCount }'),
  tenOf('orders(first: 1, filter: { search: "web shop zz#", amountFrom: "1" }) { totalCount }'),
  tenOf('orders(first: $n, filter: { methods: [WALLET1] }, sort: { field: AMOUNT }) { edges { node { id } } }'),
  tenOf('orders(first: $n) { edges { node { id timeline { to } } } }'),
  tenOf('webhookHealth(days: 30) { endsByPoll }'),
];

/** Measures orders while one viewer's key does its worst with lists, counts, searches and replays. */
export async function measureWorstViewer(stage: Stage, seconds: number): Promise<WorstViewerFigures> {
  await seedOrders(stage.database, ORDERS);
  await stage.database.query(
    `INSERT INTO status_changes (subject_type, subject_id, to_status, cause)
     SELECT 'ORDER', id, 'CREATED', 'API' FROM orders`,
  );
  await stage.database.query('VACUUM ANALYZE');
  const purser = await stage.startPurser(DEFAULTS);
  const viewerKey = await makeKey(
    { graphqlUrl: `${purser.url}/graphql`, bootstrapKey: BOOTSTRAP_API_KEY, approverKey: APPROVER_API_KEY },
    'VIEWER',
  );
  // Warms up: code runs slowly the first time.
  await serve(purser, stage.operatorKey, 3);
  const idle = await serve(purser, stage.operatorKey, seconds);
  const viewer = new Viewer(purser, viewerKey);
  const worst = viewer.run();
  const busy = await serve(purser, stage.operatorKey, seconds);
  viewer.stop();
  await worst;
  await purser.stop();
  return { idle, busy, answers: viewer.answers, replayed: viewer.replayed };
}

class Viewer {
  readonly answers: Record<string, number> = {};
  replayed = 0;
  #isStopped = false;

  constructor(
    private readonly purser: Contender,
    private readonly key: string,
  ) {}

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    const clients = Array.from({ length: SOCKETS }, () => this.replay());
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => this.ask(index)));
    for (const client of clients) await client.dispose();
  }

  private async ask(index: number): Promise<void> {
    for (let turn = index; !this.#isStopped; turn += 1) {
      const next = performance.now() + (1_000 * CONNECTIONS) / OPERATIONS_A_SECOND;
      const query = DOCUMENTS[turn % DOCUMENTS.length];
      const response = await fetch(`${this.purser.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.key}` },
        body: JSON.stringify({ query, variables: query?.includes('$n)') === true ? { n: 100 } : {} }),
      }).catch(() => null);
      const text = (await response?.text().catch(() => '')) ?? '';
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? (response ? 'answered' : 'no answer');
      this.answers[code] = (this.answers[code] ?? 0) + 1;
      await delay(Math.max(0, next - performance.now()));
    }
  }

  private replay(): ReturnType<typeof createClient> {
    const client = createClient({
      url: `${this.purser.url.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${this.key}` },
    });
    const query = `subscription { orderStatusChanged(after: "${LOG_START}") { cursor order { id timeline { to } } } }`;
    for (let n = 0; n < SUBSCRIPTIONS_A_SOCKET; n += 1) {
      client.subscribe(
        { query },
        { next: () => (this.replayed += 1), error: () => undefined, complete: () => undefined },
      );
    }
    return client;
  }
}

/** Sends orders, webhooks and probes at a steady pace, one of each at a time. */
async function serve({ url }: Contender, operatorKey: string, seconds: number): Promise<ServiceFigures> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const every = async (act: () => Promise<boolean>): Promise<number> => {
    let failed = 0;
    while (performance.now() < until) {
      if (!(await act().catch(() => false))) failed += 1;
      await delay(PAUSE_MS);
    }
    return failed;
  };
  const order = async (): Promise<boolean> => {
    const begunAt = performance.now();
    const plan = orderRequest({ url }, operatorKey);
    const response = await fetch(plan.url, { method: 'POST', headers: plan.headers, body: plan.nextBody() });
    const isRight = plan.isRight(await response.text());
    times.push(performance.now() - begunAt);
    return isRight;
  };
  const webhook = async (): Promise<boolean> => {
    const body = JSON.stringify({ id: crypto.randomUUID() });
    const response = await fetch(`${url}/webhooks/orders/${WEBHOOK_PATH_SECRET}`, { method: 'POST', body });
    await response.arrayBuffer();
    return response.ok;
  };
  const probe = async (): Promise<boolean> => {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  };
  const [failedOrders, failedWebhooks, failedProbes] = await Promise.all([every(order), every(webhook), every(probe)]);
  return {
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    slowest: percentile(times, 100),
    orders: times.length,
    failedOrders,
    failedWebhooks,
    failedProbes,
  };
}
