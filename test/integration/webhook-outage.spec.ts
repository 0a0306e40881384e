import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createdOrder, getOrder, statusesUntil, watchOrders } from '../support/orders.js';

const SENT = 'FROM unnest($1::text[]) AS sent (body)';
const STORED = '(SELECT 1 FROM webhook_events WHERE body_sha256 = sha256(sent.body::bytea))';

describe('order webhooks while the database is away', () => {
  let desk: Desk;
  let admin: pg.Client;
  let name: string;

  beforeAll(async () => {
    desk = await openDesk();
    const url = new URL(desk.database.url);
    name = url.pathname.slice(1);
    url.pathname = '/postgres';
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
  });

  afterAll(async () => {
    await admin.end();
    await desk.close();
  });

  async function takeDatabaseAway(): Promise<void> {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await eventually('its connections are gone', async () => {
      const { rowCount } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
      return rowCount === 0 ? true : null;
    });
  }

  const giveDatabaseBack = (): Promise<unknown> => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);

  async function deliver(body: string): Promise<number> {
    const response = await fetch(desk.purser.orderWebhookUrl, { method: 'POST', body });
    await response.text();
    return response.status;
  }

  it('webhooks are not acknowledged, and the order becomes PAID once they are sent again', async () => {
    const order = await createdOrder(desk.purser.api);
    await takeDatabaseAway();
    const bodies = Array.from({ length: 12 }, () => `{"note":"${randomUUID()}"}`);
    const statuses = await Promise.all(bodies.map(deliver));
    await desk.sandbox.move(order.providerOrderId, 'pay');
    const readiness = await fetch(`${desk.purser.url}/readyz`);
    const liveness = await fetch(`${desk.purser.url}/healthz`);
    await giveDatabaseBack();

    expect(new Set(statuses)).toEqual(new Set([503]));
    expect([readiness.status, liveness.status]).toEqual([503, 200]);
    const stored = await eventually('the database answers', () =>
      desk.database
        .query<{ count: number }>(`SELECT count(*)::int AS count ${SENT} WHERE EXISTS ${STORED}`, [bodies])
        .catch(() => null),
    );
    expect(stored).toEqual([{ count: 0 }]);
    await eventually('the order is paid', async () => {
      const { status } = await getOrder(desk.purser.api, order.id);
      return status === 'PAID' ? status : null;
    });
    expect(await Promise.all(bodies.map(deliver))).toEqual(bodies.map(() => 200));
  });

  it('every acknowledged webhook is stored, even if connections are cut', async () => {
    const acknowledged: string[] = [];
    const batches = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => `{"note":"${randomUUID()}"}`));
    for (const [index, batch] of batches.entries()) {
      const deliveries = Promise.all(batch.map(async (body) => ({ body, status: await deliver(body) })));
      if (index % 2 === 1) {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'purser'`,
          [name],
        );
      }
      for (const { body, status } of await deliveries) {
        expect([200, 503]).toContain(status);
        if (status === 200) acknowledged.push(body);
      }
    }
    const [row] = await desk.database.query<{ missing: number }>(
      `SELECT count(*)::int AS missing ${SENT} WHERE NOT EXISTS ${STORED}`,
      [acknowledged],
    );
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(row).toEqual({ missing: 0 });
  });

  it('webhooks are processed as before once the database is back', async () => {
    const changes = await watchOrders(desk.purser.api);
    const order = await createdOrder(desk.purser.api);
    await desk.sandbox.move(order.providerOrderId, 'pay');
    expect(await statusesUntil(changes, order.id, 'PAID')).toEqual(['SUBMITTING', 'CREATED', 'PAID']);
    await changes.close();
  });
});

describe('order webhooks while the provider fails', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  it('webhooks use up no tries while the circuit to the provider is open', async () => {
    const order = await createdOrder(desk.purser.api);
    await desk.sandbox.setFault({ on: 'readOrder', fault: 'serverError', status: 503, times: null });
    const deliver = async (nth: number): Promise<{ readonly tries: number; readonly note: string | null }> => {
      const body = JSON.stringify({ id: order.providerOrderId, nth });
      await (await fetch(desk.purser.orderWebhookUrl, { method: 'POST', body })).text();
      return eventually('the webhook was taken up', async () => {
        const [event] = await desk.database.query<{ tries: number; note: string | null }>(
          'SELECT tries, note FROM webhook_events WHERE body_sha256 = sha256($1::bytea)',
          [body],
        );
        return event && event.note !== null ? event : null;
      });
    };
    // Each webhook reads three times, and five failed reads open the circuit.
    expect(await deliver(1)).toMatchObject({ tries: 1 });
    await deliver(2);
    expect(await deliver(3)).toEqual({ tries: 0, note: 'The order could not be read back (circuit_open).' });
  });
});
