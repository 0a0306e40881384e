import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { MetricsRegistry } from '../../src/platform/observability/metrics-registry.js';
import { DeliveryBatches } from '../../src/webhooks/delivery/delivery-batches.js';
import { DeliveryLimits } from '../../src/webhooks/delivery/delivery-limits.js';
import { WebhookEventEntity } from '../../src/webhooks/persistence/webhook-event.entity.js';
import { type Delivery, WebhookEventsRepository } from '../../src/webhooks/persistence/webhook-events.repository.js';
import { whileHeld, whenWaiting } from '../support/locks.js';
import { TEST_SETTINGS } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { storedWebhook } from '../support/webhook-events.js';
import { connectAsApplication } from './application-database.js';

const NETWORK = '192.0.2.0';
const REFUSED_BYTES = 61;

const newBody = (): string => JSON.stringify({ id: randomUUID() });

const deliveryOf = (body: string): Delivery => ({
  source: 'ORDERS',
  body: Buffer.from(body),
  contentType: 'application/json',
  attemptId: null,
  signature: null,
  signatureHeaders: null,
  standing: 'VERIFIED',
  providerObjectId: null,
  senderNetwork: null,
});

describe('webhooks of one network that arrive together', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let events: WebhookEventsRepository;
  let batches: DeliveryBatches;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectAsApplication(database.url);
    const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url });
    events = new WebhookEventsRepository(dataSource.getRepository(WebhookEventEntity), new FieldCipher(config));
    batches = new DeliveryBatches(new DeliveryLimits(config, new MetricsRegistry()), events);
    // Makes the database reject a row, for whatever reason a row may be rejected.
    await database.query(`ALTER TABLE webhook_events ADD CHECK (body_bytes <> ${REFUSED_BYTES})`);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /**
   * Stores bodies together, after two statements for their network have been held up. Returns the number of statements
   * and each result.
   */
  async function storeTogether(bodies: readonly string[]): Promise<{
    readonly statements: number;
    readonly results: readonly string[];
  }> {
    const query = jest.spyOn(dataSource, 'query');
    const store = (body: string): Promise<string> =>
      batches.store(NETWORK, deliveryOf(body)).then(
        () => 'stored',
        () => 'not stored',
      );
    const pending = await whileHeld(database, 'LOCK TABLE webhook_events IN SHARE MODE', async () => {
      const first = store(newBody());
      await whenWaiting(database, 1);
      const second = store(newBody());
      await whenWaiting(database, 2);
      query.mockClear();
      return { stored: [...bodies.map(store)], first, second };
    });
    const results = await Promise.all(pending.stored);
    await Promise.all([pending.first, pending.second]);
    return { statements: query.mock.calls.length, results };
  }

  const deliveriesOf = async (body: string): Promise<number | undefined> =>
    (await storedWebhook(database, body))?.deliveries;

  it('stores up to sixteen webhooks that arrive together in one statement', async () => {
    const bodies = Array.from({ length: 20 }, newBody);
    const { statements, results } = await storeTogether(bodies);
    expect(statements).toBe(2);
    expect(new Set(results)).toEqual(new Set(['stored']));
    expect(await Promise.all(bodies.map(deliveriesOf))).toEqual(bodies.map(() => 1));
  });

  it('counts every copy of a body, within a batch and before it', async () => {
    const [known, copied, other] = [newBody(), newBody(), newBody()];
    await events.store([deliveryOf(known)]);
    await storeTogether([copied, known, copied, other, copied]);
    expect(await Promise.all([known, copied, other].map(deliveriesOf))).toEqual([2, 3, 1]);
  });

  it('encrypts each body for its own row', async () => {
    const bodies = [newBody(), newBody(), newBody()];
    await storeTogether(bodies);
    const rows = await Promise.all(bodies.map((body) => storedWebhook(database, body)));
    const opened = rows.map((row) => events.openBody({ id: row!.id, sealedBody: row!.sealed_body }).toString());
    expect(opened).toEqual(bodies);
  });

  it('stores a body again after its first copy was purged', async () => {
    const [purged, other] = [newBody(), newBody()];
    await events.store([deliveryOf(purged)]);
    await database.query(
      `UPDATE webhook_events SET sealed_body = NULL, body_purged_at = now(), state = 'PROCESSED', next_try_at = NULL
       WHERE id = $1`,
      [(await storedWebhook(database, purged))!.id],
    );
    expect((await storeTogether([other, purged])).results).toEqual(['stored', 'stored']);
    const row = await storedWebhook(database, purged);
    expect({ state: row!.state, deliveries: row!.deliveries }).toEqual({ state: 'RECEIVED', deliveries: 2 });
    expect(events.openBody({ id: row!.id, sealedBody: row!.sealed_body }).toString()).toBe(purged);
  });

  it('stores the other webhooks of a batch if the database rejects one', async () => {
    const refused = 'x'.repeat(REFUSED_BYTES);
    const bodies = [newBody(), refused, newBody()];
    const { results } = await storeTogether(bodies);
    expect(results).toEqual(['stored', 'not stored', 'stored']);
    expect(await Promise.all(bodies.map(deliveriesOf))).toEqual([1, undefined, 1]);
  });

  it('webhooks are not retried one by one if the statement itself fails', async () => {
    await database.query('ALTER TABLE webhook_events RENAME TO elsewhere');
    const store = jest.spyOn(events, 'store');
    const bodies = [newBody(), newBody(), newBody()];
    const results = await Promise.allSettled(bodies.map((body) => batches.store(NETWORK, deliveryOf(body))));
    await database.query('ALTER TABLE elsewhere RENAME TO webhook_events');
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(store).toHaveBeenCalledTimes(1);
  });
});
