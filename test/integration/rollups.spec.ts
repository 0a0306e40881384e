import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { durationBucketSql } from '../../src/desk/series/domain/duration-bucket.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import { RollRepository } from '../../src/desk/series/persistence/roll.sql.js';
import { RollStatusesService } from '../../src/desk/series/roll-statuses.service.js';
import { REPLAYED_SOURCES } from '../../src/webhooks/domain/webhook-event.js';
import { WebhookHandlers } from '../../src/webhooks/webhook-handlers.js';
import { eventually } from '../support/eventually.js';
import { whileHeld } from '../support/locks.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase, writePastTriggers } from '../support/test-database.js';
import { insertOrders, orderRow } from '../support/orders-page.js';
import { insertPayouts, payoutRow } from '../support/payouts-page.js';

const SUBJECTS = 6;

const ORDER_STATUSES = ['SUBMITTING', 'CREATED', 'PENDING', 'PAID', 'DECLINED', 'ABANDONED'] as const;
const PAYOUT_STATUSES = ['AWAITING_APPROVAL', 'APPROVED', 'CREATED', 'COMPLETED', 'FAILED', 'WITHDRAWN'] as const;

interface Step {
  readonly table: 'orders' | 'payouts';
  readonly subject: number;
  readonly status: number;
  /**
   * Whether the step also changes content: an unknown currency of an order, or the amount of a payout that was never
   * sent.
   */
  readonly isContentNew: boolean;
  /** How many replicas count concurrently after this step. */
  readonly counting: number;
}

const steps = fc.array(
  fc.record<Step>({
    table: fc.constantFrom('orders', 'payouts'),
    subject: fc.nat(SUBJECTS - 1),
    status: fc.nat(ORDER_STATUSES.length - 1),
    isContentNew: fc.boolean(),
    counting: fc.nat(3),
  }),
  { minLength: 20, maxLength: 60 },
);

const FINALS = ['PAID', 'DECLINED', 'COMPLETED', 'FAILED', 'WITHDRAWN'];

/** The same sums, computed from the current rows. */
const TRUTH = `
  SELECT s.subject_type, date_trunc('hour', s.created_at, 'UTC') AS hour, s.destination, s.currency, s.status,
    CASE WHEN s.status = ANY ($1) THEN (SELECT ${durationBucketSql('extract(epoch FROM occurred_at - s.created_at)')}
      FROM status_changes WHERE subject_id = s.id ORDER BY status_changes.id DESC LIMIT 1) ELSE 0 END AS seconds_bucket,
    count(*)::integer, trim_scale(sum(CASE WHEN s.status IN ('AWAITING_APPROVAL', 'APPROVED') THEN 0 ELSE s.amount END)) AS amount
  FROM (
    SELECT 'ORDER' AS subject_type, id, created_at, method AS destination, coalesce(currency, '') AS currency, status, amount
    FROM orders
    UNION ALL
    SELECT 'PAYOUT', id, created_at, destination, currency, status, amount FROM payouts) AS s
  WHERE EXISTS (SELECT FROM status_changes WHERE subject_id = s.id)
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`;

const COUNTED = `
  SELECT subject_type, hour, destination, currency, status, seconds_bucket, count, trim_scale(amount) AS amount
  FROM status_rollups WHERE count <> 0 ORDER BY 1, 2, 3, 4, 5, 6`;

describe('hourly sums', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let rolling: RollStatusesService;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url });
    rolling = purser.service(RollStatusesService);
    const [account] = await database.query<{ id: string }>('SELECT id FROM accounts');
    accountId = account!.id;
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  it('without statistics, the query for hourly sums has a low estimated cost', async () => {
    const planned: { sql: string; values: readonly unknown[] }[] = [];
    const query = (sql: string, values: readonly unknown[]): Promise<[]> => {
      planned.push({ sql, values });
      return Promise.resolve([]);
    };
    const handlers = purser.service(WebhookHandlers);
    const sources = REPLAYED_SOURCES.map((source) => handlers.get(source).subjects);
    await purser.service(RollRepository).countNext({ query } as Partial<Transaction> as Transaction, sources, 1_000);
    const [{ sql, values }] = planned as [(typeof planned)[number]];
    const [row] = await database.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Total Cost': number } }] }>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      values,
    );
    // The limit is a tenth of the cost at which PostgreSQL would compile the statement with JIT.
    expect(row!['QUERY PLAN'][0].Plan['Total Cost']).toBeLessThan(10_000);
  });

  /** Moves an order or payout to any status, or changes its content, and logs the status change. */
  const move = async ({ table, subject, status, isContentNew }: Step, ids: readonly string[]): Promise<void> => {
    const isOrder = table === 'orders';
    const to = (isOrder ? ORDER_STATUSES : PAYOUT_STATUSES)[status]!;
    const isOpen = ['SUBMITTING', 'CREATED', 'PENDING'].includes(to);
    const isAccepted = ['CREATED', 'COMPLETED', 'FAILED'].includes(to);
    const content = isOrder
      ? `currency = CASE WHEN $3 AND now.status <> $2 THEN coalesce(currency, 'EUR') ELSE currency END,
         provider_order_id = coalesce(provider_order_id, gen_random_uuid()), status = $2,
         next_check_at = CASE WHEN ${isOpen} THEN now() + interval '1 day' END`
      : // As in production: the amount stays the same after the first attempt.
        `amount = CASE WHEN $3 AND attempts_made = 0 THEN amount + 1 ELSE amount END,
         attempts_made = CASE WHEN $2 IN ('AWAITING_APPROVAL', 'APPROVED') THEN attempts_made ELSE 1 END,
         submission_state = CASE WHEN ${isAccepted} THEN 'ACCEPTED' ELSE $2 END,
         provider_payout_id = CASE WHEN ${isAccepted} THEN gen_random_uuid() END,
         provider_status = CASE WHEN ${isAccepted} THEN $2 END, provider_state = CASE WHEN ${isAccepted} THEN $2 END,
         next_attempt_at = CASE WHEN $2 = 'APPROVED' THEN now() + interval '1 day' END,
         next_check_at = CASE WHEN ${isAccepted} THEN now() + interval '1 day' END`;
    await writePastTriggers(
      database,
      `WITH now AS (SELECT id, status FROM ${table} WHERE id = $1 FOR UPDATE),
       moved AS (UPDATE ${table} SET ${content} FROM now WHERE ${table}.id = now.id RETURNING now.status AS before)
       INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause)
       SELECT '${isOrder ? 'ORDER' : 'PAYOUT'}', $1, before, $2, 'POLL' FROM moved WHERE before <> $2`,
      [ids[subject], to, isContentNew],
    );
  };

  const rollWhatMayBeCounted = async (): Promise<void> => {
    while ((await rolling.rollOnce()).more);
  };

  /** Counts everything. An open transaction in any database of the server delays this, and other specs have some. */
  const rollToTheEnd = async (): Promise<void> => {
    await eventually('every change is before all open transactions', async () => {
      const open = await database.query(
        'SELECT FROM status_changes WHERE tx_id >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1',
      );
      return open.length === 0 || null;
    });
    await rollWhatMayBeCounted();
  };

  it('hourly sums equal the rows, whatever moved and however many replicas counted', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const createdAt = (n: number): string => new Date(Date.now() - n * 1_800_000).toISOString();
        const orders = Array.from({ length: SUBJECTS }, (_, n) =>
          orderRow(randomUUID(), { status: 'CREATED', currency: n % 2 === 0 ? null : 'EUR', createdAt: createdAt(n) }),
        );
        const payouts = Array.from({ length: SUBJECTS }, (_, n) =>
          payoutRow(randomUUID(), { status: 'AWAITING_APPROVAL', createdAt: createdAt(n) }),
        );
        await insertOrders(database, accountId, orders);
        await insertPayouts(database, accountId, payouts);
        const ids = { orders: orders.map(({ id }) => id), payouts: payouts.map(({ id }) => id) };
        await database.query(
          `INSERT INTO status_changes (subject_type, subject_id, to_status, cause)
           SELECT 'ORDER', unnest($1::uuid[]), 'CREATED', 'API'
           UNION ALL SELECT 'PAYOUT', unnest($2::uuid[]), 'AWAITING_APPROVAL', 'API'`,
          [ids.orders, ids.payouts],
        );
        for (const step of plan) {
          await move(step, ids[step.table]);
          await Promise.all(Array.from({ length: step.counting }, () => rolling.rollOnce()));
        }
        await rollToTheEnd();
        expect(await database.query(COUNTED)).toEqual(await database.query(TRUTH, [FINALS]));
      }),
      { numRuns: 5, endOnFailure: true },
    );
    // On a busy machine, five histories take more than a minute.
  }, 180_000);

  it('hourly sums leave out rolled-back transactions, and wait for open ones', async () => {
    await rollToTheEnd();
    const countOf = async (): Promise<number> =>
      (await database.query<{ sum: number }>('SELECT sum(count)::integer FROM status_rollups'))[0]!.sum;
    const [order] = await database.query<{ id: string }>('SELECT id FROM orders LIMIT 1');
    const before = await countOf();
    const insert = `INSERT INTO status_changes (subject_type, subject_id, to_status, cause)
      VALUES ('ORDER', $1, 'CREATED', 'API')`;
    await whileHeld(database, insert.replace('$1', `'${order!.id}'`), async () => {
      await database.query(insert, [order!.id]);
      await rollWhatMayBeCounted();
      expect(await countOf()).toBe(before);
    });
    await rollToTheEnd();
    expect(await countOf()).toBe(before + 1);
  });
});
