import type { DataSource, EntityManager } from 'typeorm';
import { Transaction } from '../../src/platform/database/transaction.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { claimDueRows, type DueTable } from '../../src/platform/scheduling/persistence/claim-due-rows.sql.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { connectAsApplication } from './application-database.js';

const ORDERS: DueTable = { table: 'orders', dueColumn: 'next_check_at', leaseSeconds: 90 };

describe('claiming due rows', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectAsApplication(database.url);
    unitOfWork = new UnitOfWork(dataSource);
    await database.query(`INSERT INTO accounts (id, name, sealed_api_token) VALUES (gen_random_uuid(), 'a', '\\x01')`);
  });

  beforeEach(async () => {
    await database.query('TRUNCATE orders CASCADE');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Inserts orders that became due one second apart, the first one earliest, or orders that have ended. */
  async function insertOrders(count: number, { areDue }: { readonly areDue: boolean }): Promise<string[]> {
    const rows = await database.query<{ id: string }>(
      `INSERT INTO orders (id, account_id, request_fingerprint, external_id, method, status, amount, provider_order_id,
         next_check_at)
       SELECT gen_random_uuid(), accounts.id, '{}', gen_random_uuid(), 'HOSTED_PAGE', $2, 1, gen_random_uuid(),
         CASE WHEN $2 = 'CREATED' THEN now() - make_interval(secs => $1::int - n) END
       FROM generate_series(1, $1::int) AS n, accounts ORDER BY n RETURNING id`,
      [count, areDue ? 'CREATED' : 'PAID'],
    );
    return rows.map(({ id }) => id);
  }

  const claim = (limit: number, due = ORDERS): Promise<string[]> =>
    unitOfWork.run((tx) => claimDueRows(tx, due, limit));

  it('claims the rows that have been due longest first, each once', async () => {
    const ids = await insertOrders(5, { areDue: true });
    expect((await claim(2)).sort()).toEqual(ids.slice(0, 2).sort());
    expect((await claim(10)).sort()).toEqual(ids.slice(2).sort());
    expect(await claim(10)).toEqual([]);
  });

  it('skips rows that are not due, or were postponed', async () => {
    await insertOrders(3, { areDue: false });
    const [early] = await insertOrders(1, { areDue: true });
    await database.query(`UPDATE orders SET next_check_at = now() + interval '1 minute' WHERE id = $1`, [early]);
    expect(await claim(10)).toEqual([]);
  });

  it('two concurrent claims get different rows without waiting', async () => {
    const ids = await insertOrders(6, { areDue: true });
    const claimed = await unitOfWork.run(async (tx) => {
      const mine = await claimDueRows(tx, ORDERS, 3);
      // The second claim commits while this transaction still locks its rows.
      return [mine, await claim(10)] as const;
    });
    expect(claimed.map((rows) => rows.length)).toEqual([3, 3]);
    expect(claimed.flat().sort()).toEqual([...ids].sort());
  });

  it('many concurrent claims get every row exactly once', async () => {
    const ids = await insertOrders(60, { areDue: true });
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(5)));
    expect(new Set(claimed.flat()).size).toBe(claimed.flat().length);
    expect(
      claimed
        .flat()
        .concat(await claim(60))
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('when a lease expires, the rows can be claimed again', async () => {
    const ids = await insertOrders(2, { areDue: true });
    await claim(2, { ...ORDERS, leaseSeconds: 1 });
    expect(await claim(2)).toEqual([]);
    await database.query(`UPDATE orders SET next_check_at = next_check_at - interval '1 second'`);
    expect((await claim(2)).sort()).toEqual([...ids].sort());
  });

  it('when a claim is rolled back, the rows can be claimed again immediately', async () => {
    const ids = await insertOrders(2, { areDue: true });
    const killed = unitOfWork.run(async (tx) => {
      await claimDueRows(tx, ORDERS, 2);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await claim(2)).sort()).toEqual([...ids].sort());
  });

  it('if nothing is due, a claim costs one look-up in a small index, however large the table', async () => {
    await insertOrders(20_000, { areDue: false });
    await database.query('ANALYZE orders');
    const explained = await unitOfWork.run(async (tx) => {
      const plans: string[] = [];
      const query = async (sql: string, parameters: unknown[]): Promise<unknown> => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${sql}`, parameters);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [[], 0];
      };
      await claimDueRows(new Transaction({ query } as EntityManager), ORDERS, 20);
      return plans;
    });
    expect(explained).toHaveLength(1);
    expect(explained[0]).toContain('Index Scan using ix_orders_next_check_at on orders');
    expect(explained[0]).not.toContain('Seq Scan');
  });
});
