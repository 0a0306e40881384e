import type { DataSource } from 'typeorm';
import { PostgresTokenStore } from '../../../src/provider/persistence/postgres-token-store.sql.js';
import { configFor } from '../../../src/provider/testing/provider-under-test.fixture.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { whileHeld } from '../../support/locks.js';
import { createOrder } from '../../support/orders.js';
import { faultMatch, payoutInput, payoutWhen, recordedPayout } from '../../support/payouts.js';
import { OPEN_GATE } from '../../support/settings.js';

describe('payouts that have to wait', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      PROVIDER_REQUESTS_PER_SECOND: '5',
      ...OPEN_GATE,
    });
  });

  afterAll(() => desk.close());

  it('wait for a budget slot without an attempt, and are sent with the first free slot', async () => {
    const payouts = await Promise.all(Array.from({ length: 25 }, () => recordedPayout(desk.purser.api)));
    for (const payout of payouts) {
      const { attempts } = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
      expect(attempts).toMatchObject([{ state: 'ACCEPTED' }]);
    }
  });

  it('wait without an attempt while the circuit is open, and show that', async () => {
    for (let failures = 0; failures < 5; failures += 1) {
      const input = payoutInput();
      await desk.sandbox.setFault({
        on: 'createPayout',
        fault: 'serverErrorBeforeAccepting',
        match: faultMatch(input),
      });
      expect(await recordedPayout(desk.purser.api, input)).toMatchObject({ status: 'UNCONFIRMED' });
    }
    const payout = await recordedPayout(desk.purser.api);
    expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    const waiting = await payoutWhen(desk.purser.api, payout, ({ problem }) => problem !== null);
    expect(waiting).toMatchObject({
      status: 'APPROVED',
      attempts: [],
      problem: 'Nothing was sent (circuit_open); it is tried again.',
    });
    const sent = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
    expect(sent.attempts).toMatchObject([{ state: 'ACCEPTED' }]);
  });
});

describe('payouts with slow claims', () => {
  let desk: Desk;

  // The budget allows two requests at a time, and then one in 1.1 s.
  beforeAll(async () => {
    desk = await openDesk({ PROVIDER_REQUESTS_PER_SECOND: '2', DATABASE_POOL_SIZE: '2' });
    await desk.database.query(`
      CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`);
    await desk.database.query(`
      CREATE TRIGGER be_slow AFTER INSERT ON payout_attempts FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`);
  });

  afterAll(() => desk.close());

  /** Takes everything in the bucket again and again, like other replicas with many orders. */
  async function drain(store: PostgresTokenStore, isOver: () => boolean): Promise<void> {
    while (!isOver()) await store.lease('changes', 10);
  }

  const whenClaiming = () =>
    eventually('a claim is slow', async () => {
      const rows = await desk.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return rows[0];
    });

  it('keep their reserved slots in the budget, however many other calls wait', async () => {
    const store = new PostgresTokenStore(
      { query: (sql: string, parameters: unknown[]) => desk.database.query(sql, parameters) } as DataSource,
      configFor(desk.sandbox.url, { requestsPerSecond: 2 }),
    );
    let isOver = false;
    const answers = [recordedPayout(desk.purser.api), recordedPayout(desk.purser.api)];
    await whenClaiming();
    const drained = Array.from({ length: 4 }, () => drain(store, () => isOver));
    const payouts = await Promise.all(answers);
    isOver = true;
    await Promise.all(drained);
    for (const { attempts } of payouts) expect(attempts.filter(({ state }) => state !== 'ACCEPTED')).toEqual([]);
  });

  it('payouts with slow claims are sent in time while callers wait for every database connection', async () => {
    const input = payoutInput();
    const answer = recordedPayout(desk.purser.api, input);
    await whenClaiming();
    let callers: Promise<unknown> | undefined;
    await whileHeld(desk.database, 'LOCK TABLE orders IN ACCESS EXCLUSIVE MODE', async () => {
      callers = Promise.allSettled(Array.from({ length: 6 }, () => createOrder(desk.purser.api)));
      await eventually('it is sent', async () => {
        const made = await desk.sandbox.payouts();
        return made.find(({ account }) => account.requisites === faultMatch(input).requisites);
      });
    });
    expect((await answer).attempts).toMatchObject([{ state: 'ACCEPTED' }]);
    await callers;
  });
});
