import { randomUUID } from 'node:crypto';
import { RequestLimits } from '../../../src/access/limits/request-limits.js';
import type { Scope } from '../../../src/access/scopes/scopes.js';
import { LOG_START, toCursor } from '../../../src/platform/events/status-change.js';
import { StatusLog } from '../../../src/platform/events/status-log.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import type { GraphqlAnswer, GraphqlClient } from '../../support/graphql-client.js';
import { whenWaiting, whileHeld } from '../../support/locks.js';
import { createdOrder, watchOrders } from '../../support/orders.js';

// The most lists that a viewer may request in one document.
const TEN_LISTS = `{ ${Array.from({ length: 10 }, (_, index) => `a${index}: reconciliationRuns(first: 1) { totalCount }`).join(' ')} }`;

const A_LIST = '{ reconciliationRuns(first: 1) { edges { node { id } } } }';

const READS: readonly Scope[] = ['orders:read', 'payouts:read', 'reconciliation:read'];

// While this lock is held, only this list waits.
const HOLD_THE_LIST = 'LOCK TABLE reconciliation_runs IN ACCESS EXCLUSIVE MODE';

describe('reads of queries', () => {
  let desk: Desk;
  let viewer: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ DATABASE_READ_TIMEOUT_MS: '10000', DATABASE_LOCK_TIMEOUT_MS: '10000' });
    viewer = await desk.keyWith(READS);
  });

  afterAll(() => desk.close());

  it('slow lists do not delay orders, webhooks, readiness checks or mutations', async () => {
    const lists = await whileHeld(desk.database, HOLD_THE_LIST, async () => {
      const asked = Array.from({ length: 4 }, () => viewer.send(TEN_LISTS));
      await whenWaiting(desk.database, 2);
      const order = await createdOrder(desk.purser.api);
      expect(order.timeline).toHaveLength(2);
      const webhook = await fetch(desk.purser.orderWebhookUrl, { method: 'POST', body: `{"id":"${randomUUID()}"}` });
      expect(webhook.status).toBe(200);
      expect((await fetch(`${desk.purser.url}/readyz`)).status).toBe(200);
      return asked;
    });
    for (const { errors } of await Promise.all(lists)) expect(errors).toEqual([]);
  });

  it('a list counts up to 10,000 rows', async () => {
    // A new key, because the first key's slots rest after its slow lists.
    const another = await desk.keyWith(READS);
    const counted = async (): Promise<unknown> =>
      another.request('{ reconciliationRuns(first: 1) { totalCount isTotalCountCapped } }');
    const add = (runs: number): Promise<unknown[]> =>
      desk.database.query(
        `INSERT INTO reconciliation_runs (id, account_id, trigger, status, payouts, finished_at)
         SELECT gen_random_uuid(), a.id, 'SCHEDULE', 'DONE', 0, now() FROM accounts AS a, generate_series(1, $1)`,
        [runs],
      );
    await add(10_000);
    expect(await counted()).toEqual({ reconciliationRuns: { totalCount: 10_000, isTotalCountCapped: false } });
    await add(1);
    expect(await counted()).toEqual({ reconciliationRuns: { totalCount: 10_000, isTotalCountCapped: true } });
  });
});

describe('slow read', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ DATABASE_READ_TIMEOUT_MS: '50', DATABASE_READ_POOL_SIZE: '1' });
  });

  afterAll(() => desk.close());

  it('a slow read is cut off and logged, and raises no alarm', async () => {
    const viewer = await desk.keyWith(READS);
    const { errors } = await whileHeld(desk.database, HOLD_THE_LIST, () => viewer.send(A_LIST));
    expect(errors).toMatchObject([{ extensions: { code: 'READ_TIMED_OUT' } }]);
    expect(desk.purser.logLines.join('\n')).not.toContain('operation_failed');
  });
});

describe('queries of one key', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      DATABASE_READ_TIMEOUT_MS: '20000',
      DATABASE_LOCK_TIMEOUT_MS: '20000',
      KEY_READS_AT_ONCE: '4',
    });
  });

  afterAll(() => desk.close());

  it('four run at a time; sixteen more wait for a moment, the rest are refused, and mutations continue', async () => {
    const viewer = await desk.keyWith(READS);
    const refused: GraphqlAnswer<unknown>[] = [];
    const lists = await whileHeld(desk.database, HOLD_THE_LIST, async () => {
      const asked = Array.from({ length: 4 + 16 + 5 }, async () => {
        const answer = await viewer.send(A_LIST);
        if (answer.status !== 200) refused.push(answer);
        return answer;
      });
      await eventually('five are refused at once', () => Promise.resolve(refused.length >= 5 ? true : null));
      // Refused before the document is parsed. A document that may be a mutation is parsed.
      expect((await viewer.send('{ noSuchField }')).status).toBe(429);
      expect((await viewer.send('mutation { noSuchField }')).status).toBe(400);
      // Five are refused immediately, and the sixteen that waited after two seconds.
      await eventually('all but four are refused', () => Promise.resolve(refused.length === 21 ? true : null));
      await createdOrder(desk.purser.api);
      return asked;
    });
    for (const { status, errors } of refused) {
      expect([status, errors.map(({ extensions }) => extensions.code)]).toEqual([429, ['RATE_LIMITED']]);
    }
    const answers = await Promise.all(lists);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(4);
    // A slot that was used for long rests for a while before it can be used again.
    expect((await viewer.send(A_LIST)).status).toBe(429);
    await eventually('a slot has rested', async () => ((await viewer.send(A_LIST)).status === 200 ? true : null));
  });
});

describe('key that asks for slow lists', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ DATABASE_READ_TIMEOUT_MS: '20000', DATABASE_LOCK_TIMEOUT_MS: '20000' });
  });

  afterAll(() => desk.close());

  it('a key that asks for slow lists may read only one list at a time afterwards, so that other keys get a connection', async () => {
    const [slow, quick] = [await desk.keyWith(READS), await desk.keyWith(READS)];
    const [first] = await whileHeld(desk.database, HOLD_THE_LIST, async () => {
      const asked = [slow.send(A_LIST)];
      await whenWaiting(desk.database, 1);
      await desk.database.query('SELECT pg_sleep(0.2)');
      return asked;
    });
    await first;
    const lists = await whileHeld(desk.database, HOLD_THE_LIST, async () => {
      const asked = Array.from({ length: 3 }, () => slow.send(A_LIST));
      await whenWaiting(desk.database, 1);
      // Uses the second connection, which another list of the slow key would occupy.
      expect((await quick.send('{ orders(first: 1) { nodes: edges { cursor } } }')).errors).toEqual([]);
      return asked;
    });
    for (const { errors } of await Promise.all(lists)) expect(errors).toEqual([]);
  });
});

describe('replays of one key', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ KEY_REQUEST_BURST: '8', KEY_REQUESTS_PER_SECOND: '20' });
    await desk.database.query(
      `INSERT INTO status_changes (subject_type, subject_id, to_status, cause)
       SELECT 'H2H', gen_random_uuid(), 'INITIALIZING', 'API' FROM generate_series(1, 5000)`,
    );
    // After this live change, the replica has read the whole log, so a replay covers all of it.
    const live = await watchOrders(desk.purser.api);
    const order = await createdOrder(desk.purser.api);
    expect(order.status).toBe('CREATED');
    await live.next();
    await live.close();
  });

  afterAll(() => desk.close());

  it('replays read one page at a time, count each page as an operation, and lose nothing', async () => {
    const log = desk.purser.service(StatusLog);
    const readRange = log.readRange.bind(log);
    let underWay = 0;
    let most = 0;
    const pages = jest.spyOn(log, 'readRange').mockImplementation(async (range) => {
      most = Math.max(most, (underWay += 1));
      return readRange(range).finally(() => (underWay -= 1));
    });
    const counted = jest.spyOn(desk.purser.service(RequestLimits), 'take');
    const viewer = await desk.keyWith(READS);
    const after = toCursor(LOG_START);
    const subscriptions = await Promise.all([1, 2, 3].map(() => watchOrders(viewer, { after })));
    const changes = await Promise.all(subscriptions.map((subscription) => subscription.next()));
    expect(changes.map(({ orderStatusChanged }) => orderStatusChanged.from)).toEqual([null, null, null]);
    expect(most).toBe(1);
    expect(pages.mock.calls.length).toBeGreaterThanOrEqual(33);
    // Plus one for each of the three subscriptions.
    expect(counted.mock.results.filter(({ value }) => value === 0).length).toBeGreaterThanOrEqual(33 + 3);
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
    pages.mockRestore();
    counted.mockRestore();
  });
});
