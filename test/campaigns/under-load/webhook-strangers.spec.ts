import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { findFreePort } from '../../../dev/processes/local.port.js';
import { WebhookRetentionService } from '../../../src/webhooks/webhook-retention.service.js';
import type { Desk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { registerDetached } from '../../support/payout-ageing.js';
import { createdOrder, createOrder, getOrder } from '../../support/orders.js';
import {
  createPayout,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  payoutInput,
  recordedPayout,
} from '../../support/payouts.js';
import { startPurser } from '../../support/purser.js';
import { IMPATIENT } from '../../support/settings.js';
import { UnknownIdsProxy } from '../../support/unknown-ids-proxy.js';
import {
  addressedPayout,
  deliver,
  listEvents,
  NEW_SECRET,
  openWebhookDesk,
  settledEvent,
  signature,
  unannouncedPayout,
} from '../../support/payout-webhooks-delivery.js';

const naming = (id: string): string => JSON.stringify({ id, nonce: randomUUID() });

interface Row {
  readonly state: string;
  readonly tries: number;
  readonly deliveries: number;
  readonly standing: string;
  readonly waits: boolean;
}

describe('webhooks of strangers', () => {
  let desk: Desk;
  let proxy: UnknownIdsProxy;
  let shared: string;

  beforeEach(async () => {
    proxy = await UnknownIdsProxy.start();
    desk = await openWebhookDesk('observe', {
      settings: { ...IMPATIENT, PROVIDER_BASE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' },
    });
    proxy.target = desk.sandbox.url;
    shared = `${desk.purser.url}/webhooks/payouts`;
  });

  afterEach(async () => {
    proxy.release();
    await desk.close();
    await proxy.close();
  });

  const forge = (count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, () => deliver(shared, { body: naming(randomUUID()) })));

  const row = async (body: string): Promise<Row | undefined> =>
    (
      await desk.database.query<Row>(
        `SELECT state, tries, deliveries, standing, coalesce(next_try_at > now() + interval '5 minutes', false) AS waits
         FROM webhook_events WHERE body_sha256 = sha256($1::bytea)`,
        [body],
      )
    )[0];

  const countOpen = async (): Promise<number> =>
    (
      await desk.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM webhook_events WHERE state = 'RECEIVED'`,
      )
    )[0]!.count;

  it.each([429, 500])(
    'do not stop orders or payouts while the provider answers unknown ids with %i',
    async (status) => {
      proxy.unknown = status;
      expect(new Set(await forge(30))).toEqual(new Set([200]));
      await eventually('the service was asked', () => Promise.resolve(proxy.asked.length >= 6 ? true : null));

      for (let nth = 0; nth < 3; nth += 1) {
        expect((await createOrder(desk.purser.api)).order).toMatchObject({ status: 'CREATED' });
        expect((await createPayout(desk.purser.api, payoutInput())).payout).toMatchObject({ status: 'CREATED' });
      }
    },
  );

  it('raise an alarm about a payout in a detached partition only if they are signed', async () => {
    const [id] = await desk.sandbox.enterPayouts({ payouts: [{ amount: '3.00' }] });
    await registerDetached(desk.database, id!);
    const raised = (): readonly object[] =>
      desk.purser.alarms().filter(({ alarm }) => alarm === 'webhook_of_detached_payout');
    const unsigned = naming(id!);
    expect(await deliver(shared, { body: unsigned })).toBe(200);
    expect(await settledEvent(desk, unsigned)).toMatchObject({ state: 'PROCESSED' });
    expect(raised()).toEqual([]);
    const signed = naming(id!);
    expect(await deliver(shared, { body: signed, signature: signature(signed, NEW_SECRET) })).toBe(200);
    expect(await settledEvent(desk, signed)).toMatchObject({ state: 'PROCESSED' });
    expect(raised()).toMatchObject([{ providerPayoutId: id }]);
  });

  it('webhooks of strangers do not delay the webhook of an order', async () => {
    const order = await createdOrder(desk.purser.api);
    proxy.unknown = 'hang';
    await forge(45);
    await forge(45);
    await eventually('the service is asked about them', () => Promise.resolve(proxy.asked.length > 0 ? true : null));
    await desk.sandbox.move(order.providerOrderId, 'pay');
    const { timeline } = await eventually('the order is paid', async () => {
      const paid = await getOrder(desk.purser.api, order.id);
      return paid.status === 'PAID' ? paid : null;
    });

    // The cause shows that the webhook was processed, and not the poll a few seconds later.
    expect(timeline.at(-1)).toMatchObject({ to: 'PAID', cause: 'WEBHOOK' });
    // By time, the order's webhook was behind ninety of the strangers'.
    expect(new Set(proxy.asked).size).toBeLessThan(40);
    expect(await countOpen()).toBeGreaterThan(75);
  });

  it('cost one read, however often they name an absent id', async () => {
    const id = randomUUID();
    const body = naming(id);
    await deliver(shared, { body });
    expect(await settledEvent(desk, body)).toMatchObject({ state: 'IGNORED' });
    for (let nth = 0; nth < 40; nth += 1) expect(await deliver(shared, { body })).toBe(200);
    const other = naming(id);
    expect(await deliver(shared, { body: other })).toBe(200);

    expect(await row(body)).toMatchObject({ state: 'RECEIVED', deliveries: 42, waits: true });
    expect(await row(other)).toBeUndefined();
    expect(proxy.asked.filter((path) => path.endsWith(id))).toHaveLength(1);
  });

  it('webhooks of strangers are tried three times each', async () => {
    proxy.unknown = 500;
    const body = naming(randomUUID());
    await deliver(shared, { body });
    for (const tries of [1, 2]) {
      await eventually('a try', async () => ((await row(body))?.tries === tries ? true : null));
      await desk.database.query(`UPDATE webhook_events SET next_try_at = now() WHERE state = 'RECEIVED'`);
    }
    expect(await settledEvent(desk, body)).toMatchObject({ state: 'FAILED' });
    expect(await row(body)).toMatchObject({ tries: 3 });
  });

  it('webhooks of strangers are accepted up to a hundred at a time, and webhooks with a secret address or a signature even after that', async () => {
    const payout = await unannouncedPayout(desk);
    const order = await createdOrder(desk.purser.api);
    // Stops the clock that refills the limits, because a busy machine takes seconds for the burst.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    const answers: number[] = [];
    for (let burst = 0; burst < 4; burst += 1) answers.push(...(await forge(40)));
    clock.mockRestore();

    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(20);
    const fromElsewhere = { method: 'POST', body: naming(randomUUID()), headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await fetch(shared, fromElsewhere)).status).toBe(200);
    const signed = naming(randomUUID());
    for (const [url, delivery] of [
      [desk.purser.orderWebhookUrl, { body: naming(order.providerOrderId) }],
      [payout.url, { body: naming(randomUUID()) }],
      [shared, { body: naming(payout.providerPayoutId) }],
      [shared, { body: signed, signature: signature(signed, NEW_SECRET) }],
    ] as const) {
      expect(await deliver(url, delivery)).toBe(200);
    }
  });

  it('webhooks of strangers may have 8 KiB, or more if they are signed', async () => {
    const large = JSON.stringify({ note: 'x'.repeat(9_000) });
    expect(await deliver(shared, { body: large })).toBe(413);
    expect(await deliver(shared, { body: large, signature: 'forged' })).toBe(413);
    expect(await deliver(`${shared}/unknown`, { body: large })).toBe(413);
    expect(await deliver(shared, { body: large, signature: signature(large, NEW_SECRET) })).toBe(200);
  });

  it('webhooks of strangers are told to retry while a thousand wait, and other webhooks are still accepted', async () => {
    await insertUnverified(1_000, `'RECEIVED', now() + interval '1 hour', NULL`);
    expect(await forge(1)).toEqual([503]);
    const payout = await unannouncedPayout(desk);
    expect(await deliver(shared, { body: naming(payout.providerPayoutId) })).toBe(200);
  });

  it('webhooks of strangers are deleted after processing, except for the newest ten thousand', async () => {
    await insertUnverified(10_003, `'IGNORED', NULL, now() - make_interval(secs => n)`);
    await desk.purser.service(WebhookRetentionService).trimUnverified();
    const [kept] = await desk.database.query<{ count: number; oldest: boolean }>(
      `SELECT count(*)::int AS count, bool_or(body_bytes > 10000) AS oldest FROM webhook_events`,
    );
    expect(kept).toEqual({ count: 10_000, oldest: false });
  });

  it('webhooks of strangers cannot invalidate a signature that the same body once had', async () => {
    const payout = await unannouncedPayout(desk);
    const body = naming(payout.providerPayoutId);
    await deliver(shared, { body, signature: signature(body, NEW_SECRET) });
    await deliver(shared, { body });
    await deliver(shared, { body, signature: 'forged' });
    expect(await settledEvent(desk, body)).toMatchObject({ signature: 'VALID', deliveries: 3 });
    expect(await row(body)).toMatchObject({ standing: 'VERIFIED' });
  });

  it('log once, if a signature is valid, that signatures could be enforced', async () => {
    const notices = (): number =>
      desk.purser.logLines.filter((line) => line.includes('webhook_signatures_not_enforced')).length;
    expect(notices()).toBe(0);
    for (let nth = 0; nth < 2; nth += 1) {
      const body = naming(randomUUID());
      await deliver(shared, { body, signature: signature(body, NEW_SECRET) });
    }
    expect(notices()).toBe(1);

    const { url: DATABASE_URL } = desk.database;
    const next = await startPurser({ DATABASE_URL, PROVIDER_BASE_URL: proxy.url, PORT: String(await findFreePort()) });
    await next.close();
    expect(next.logLines.some((line) => line.includes('webhook_signatures_not_enforced'))).toBe(true);
  });

  it('occupy at most fifty places of their network if they are slow, and no place of another network', async () => {
    const { hostname, port } = new URL(shared);
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(`POST /webhooks/payouts HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 9\r\n\r\n{`);
      return socket;
    });
    await eventually('the places are taken', async () => ((await forge(1))[0] === 503 ? true : null));
    const fromElsewhere = { method: 'POST', body: naming(randomUUID()), headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await fetch(shared, fromElsewhere)).status).toBe(200);

    for (const socket of sockets) socket.destroy();
    await eventually('the places are free', async () => ((await forge(1))[0] === 200 ? true : null));
  });

  describe('callback address without an attempt', () => {
    const unknown = (): string => `${shared}/${randomBytes(32).toString('base64url')}`;

    it('signed webhooks shut the gate once per payout, however many unsigned ones are stored', async () => {
      await insertQuarantined(1_000, "'127.0.0.1'");
      const id = randomUUID();
      const body = naming(id);
      expect(await deliver(unknown(), { body, signature: signature(body, NEW_SECRET) })).toBe(200);

      expect(await getPayoutGate(desk.purser.api)).toMatchObject({
        isOpen: false,
        reason: expect.stringContaining('callback address that no attempt has') as string,
      });
      expect(await listEvents(desk, { body })).toMatchObject([
        { source: 'UNKNOWN_PAYOUT_TOKEN', state: 'RECEIVED', signature: 'VALID' },
      ]);
      const raised = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'payout_attempt_lost').length;
      expect(raised()).toBe(1);

      await openPayoutGate(desk.purser, 'It was looked into');
      const again = naming(id);
      expect(await deliver(unknown(), { body: again, signature: signature(again, NEW_SECRET) })).toBe(200);
      expect(raised()).toBe(1);
      expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: true });
    });

    it('signed webhooks that name a known payout are processed like any other', async () => {
      const payout = await unannouncedPayout(desk);
      const body = naming(payout.providerPayoutId);
      expect(await deliver(unknown(), { body, signature: signature(body, NEW_SECRET) })).toBe(200);
      expect(await settledEvent(desk, body)).toMatchObject({ source: 'PAYOUTS', state: 'PROCESSED' });
      expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'PROCESSING' });
      expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: true });
    });

    it('signed webhooks that name a payout in a detached partition are stored, and do not shut the gate', async () => {
      const id = randomUUID();
      await registerDetached(desk.database, id);
      const body = naming(id);
      expect(await deliver(unknown(), { body, signature: signature(body, NEW_SECRET) })).toBe(200);
      expect(await listEvents(desk, { body })).toMatchObject([{ source: 'UNKNOWN_PAYOUT_TOKEN' }]);
      expect(await getPayoutGate(desk.purser.api)).toMatchObject({ isOpen: true });
      const raised = (): readonly object[] =>
        desk.purser.alarms().filter(({ alarm }) => alarm === 'webhook_of_detached_payout');
      expect(raised()).toMatchObject([{ payoutId: expect.any(String) as string, providerPayoutId: id }]);
      // One alarm per payout.
      const again = naming(id);
      expect(await deliver(unknown(), { body: again, signature: signature(again, NEW_SECRET) })).toBe(200);
      expect(raised()).toHaveLength(1);
    });

    it('a new webhook replaces one from the network that has the most', async () => {
      await insertQuarantined(1_000, "'203.0.113.' || n % 2");
      const body = naming(randomUUID());
      expect(await deliver(unknown(), { body })).toBe(200);
      const shares = await desk.database.query<{ network: string; count: number }>(
        `SELECT sender_network AS network, count(*)::int AS count FROM webhook_events GROUP BY 1 ORDER BY 2, 1`,
      );
      expect(shares.map(({ count }) => count)).toEqual([1, 499, 500]);
    });

    it('a new webhook is refused if its own network has used up all places', async () => {
      await insertQuarantined(1_000, "'127.0.0.1'");
      expect(await deliver(unknown(), { body: naming(randomUUID()) })).toBe(404);
    });
  });

  it('about a known payout are stored a hundred times a day', async () => {
    const payout = await addressedPayout(desk, await recordedPayout(desk.purser.api));
    const bodies = Array.from({ length: 110 }, () => naming(payout.providerPayoutId));
    for (const body of bodies) expect(await deliver(shared, { body })).toBe(200);
    const [stored] = await desk.database.query<{ rows: number; deliveries: number }>(
      `SELECT count(*)::int AS rows, sum(deliveries)::int AS deliveries FROM webhook_events WHERE standing = 'BOUND'`,
    );
    expect(stored).toEqual({ rows: 100, deliveries: 110 });
  });

  const insertUnverified = (count: number, stateAndTimes: string): Promise<unknown> =>
    desk.database.query(
      `INSERT INTO webhook_events (id, source, standing, body_sha256, body_bytes, sealed_body, sender_network,
         state, next_try_at, processed_at)
       SELECT gen_random_uuid(), 'PAYOUTS', 'UNVERIFIED', sha256(n::text::bytea), n, '\\x00', '203.0.113.9', ${stateAndTimes}
       FROM generate_series(1, ${count}) AS n`,
    );

  const insertQuarantined = (count: number, network: string): Promise<unknown> =>
    desk.database.query(
      `INSERT INTO webhook_events (id, source, standing, body_sha256, body_bytes, sealed_body, sender_network, state,
         next_try_at)
       SELECT gen_random_uuid(), 'UNKNOWN_PAYOUT_TOKEN', 'UNVERIFIED', sha256(n::text::bytea), 1, '\\x00', ${network},
         'IGNORED', NULL FROM generate_series(1, ${count}) AS n`,
    );
});
