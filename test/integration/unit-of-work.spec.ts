import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { connectionsOf, dataSourceOptions } from '../../src/platform/database/connection/data-source.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { insertInto, type Write } from '../../src/platform/database/writes.js';
import { TcpProxy } from '../rig/stage/network/tcp-proxy.js';
import { TEST_SETTINGS } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { connectAsApplication } from './application-database.js';

const raise = (sqlState: string): string => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${sqlState}'; END $$`;

describe('a unit of work', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    // By default PostgreSQL looks for deadlocks after a second, which is later than the lock timeout below.
    await database.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET deadlock_timeout = '50ms'`);
    dataSource = await connectAsApplication(database.url, {
      DATABASE_POOL_SIZE: '4',
      DATABASE_STATEMENT_TIMEOUT_MS: '1200',
      DATABASE_LOCK_TIMEOUT_MS: '700',
    });
    unitOfWork = new UnitOfWork(dataSource);
    await database.query('CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)');
    await database.query(`CREATE TABLE unique_at_commit (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`);
  });

  beforeEach(async () => {
    await database.query('TRUNCATE counters');
    await database.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const values = async (): Promise<number[]> =>
    (await database.query<{ value: number }>('SELECT value FROM counters ORDER BY id')).map(({ value }) => value);

  it.each(['40001', '40P01'])('a unit of work is repeated as a whole after SQLSTATE %s', async (sqlState) => {
    let tries = 0;
    const result = await unitOfWork.run(async (tx) => {
      tries += 1;
      await tx.query('UPDATE counters SET value = value + 1');
      if (tries < 3) await tx.query(raise(sqlState));
      return 'done';
    });
    expect([result, tries]).toEqual(['done', 3]);
    expect(await values()).toEqual([1, 1]);
  });

  /** Counts the packets sent on the connection that will be used next. */
  async function countPackets(): Promise<() => number> {
    const runner = dataSource.createQueryRunner();
    const { stream } = ((await runner.connect()) as { readonly connection: { readonly stream: Socket } }).connection;
    const packets = [jest.spyOn(stream, '_write'), jest.spyOn(stream, '_writev' as '_write')];
    for (const packet of packets) packet.mockClear();
    await runner.release();
    return () => packets.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  }

  describe('locking a name', () => {
    it('begins, locks and reads with one packet, and commits with another', async () => {
      const packets = await countPackets();
      const isLocked = await unitOfWork.run(async (tx) => {
        await tx.lockName('one');
        await tx.limitLockWaits(100);
        return tx.query(`SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'`);
      });
      expect(isLocked).toHaveLength(1);
      expect(packets()).toBe(2);
    });

    it('a unit of work that fails to lock and then commits does nothing', async () => {
      await unitOfWork.run(async (holder) => {
        await holder.lockName('one');
        await holder.query('SELECT');
        const committed = jest.fn();
        const refused = unitOfWork.runUnlessBusy('busy', async (tx) => {
          tx.afterCommit(committed);
          await tx.lockName('one');
        });
        expect([await refused, committed.mock.calls]).toEqual(['busy', []]);
      });
    });

    it('a unit of work that fails to lock and then writes does nothing', async () => {
      await unitOfWork.run(async (holder) => {
        await holder.lockName('one');
        await holder.query('SELECT');
        const refused = unitOfWork.runUnlessBusy('busy', async (tx) => {
          await tx.lockName('one');
          await tx.write({ table: 'counters', sql: () => 'UPDATE counters SET value = 7' });
        });
        expect(await refused).toBe('busy');
      });
      expect(await values()).toEqual([0, 0]);
    });
  });

  describe('a failed begin', () => {
    /** Makes the server reject the BEGIN of the connection that will be used next, and keep the connection open. */
    async function refuseToBegin(): Promise<void> {
      const runner = dataSource.createQueryRunner();
      const client = (await runner.connect()) as { query: (...given: unknown[]) => unknown };
      const query = client.query.bind(client);
      const refused = jest.spyOn(client, 'query').mockImplementation((text, ...given) => {
        if (text !== 'START TRANSACTION') return query(text, ...given);
        refused.mockRestore();
        return query('START TRANSACTION ISOLATION LEVEL NONE', ...given);
      });
      await runner.release();
    }

    const REFUSED = 'syntax error at or near "NONE"';

    it.each<[string, (tx: Transaction) => Promise<unknown>]>([
      ['a lock and COMMIT', (tx) => tx.lockName('one')],
      ['a write', (tx) => tx.query('UPDATE counters SET value = 7')],
      [
        'a lock and a write that waits for COMMIT',
        (tx) =>
          tx.lockName('one').then(() => tx.write({ table: 'counters', sql: () => 'UPDATE counters SET value = 7' })),
      ],
      ['a lock and a write', (tx) => tx.lockName('one').then(() => tx.query('UPDATE counters SET value = 7'))],
      [
        'a read and a write',
        (tx) =>
          tx
            .query('SELECT')
            .catch(() => undefined)
            .then(() => tx.query('UPDATE counters SET value = 7')),
      ],
    ])('%s after a failed BEGIN is rejected, and nothing is written', async (_, work) => {
      await refuseToBegin();
      const committed = jest.fn();
      const failed = unitOfWork.run(async (tx) => {
        tx.afterCommit(committed);
        await work(tx);
      });
      await expect(failed).rejects.toThrow(REFUSED);
      expect([committed.mock.calls, await values()]).toEqual([[], [0, 0]]);
    });

    it('after a failed BEGIN the connection can be used by others', async () => {
      await refuseToBegin();
      await expect(unitOfWork.run((tx) => tx.query('SELECT'))).rejects.toThrow(REFUSED);
      await unitOfWork.run((tx) => tx.query('UPDATE counters SET value = value + 1'));
      expect(await values()).toEqual([1, 1]);
    });
  });

  describe('lost connections', () => {
    it('a transaction in which a statement failed is not committed, even if the work ignored the error', async () => {
      const committed = jest.fn();
      const failed = unitOfWork.run(async (tx) => {
        tx.afterCommit(committed);
        await tx.query('UPDATE counters SET value = 7');
        await tx.query('SELECT 1 / 0').catch(() => undefined);
      });
      await expect(failed).rejects.toThrow('rolled back');
      expect([committed.mock.calls, await values()]).toEqual([[], [0, 0]]);
    });

    it('a transaction whose connection broke after BEGIN is not committed on another connection', async () => {
      const committed = jest.fn();
      const failed = unitOfWork.run(async (tx) => {
        tx.afterCommit(committed);
        await tx.query('UPDATE counters SET value = 7');
        await tx.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        await tx.lockName('one');
      });
      await expect(failed).rejects.toThrow();
      expect([committed.mock.calls, await values()]).toEqual([[], [0, 0]]);
      expect(await unitOfWork.run((tx) => tx.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    });
  });

  describe('writing', () => {
    const EXPECTED = { rows: 1, otherwise: () => new Error('It has moved') };

    const set = (id: number, value: number, expects?: typeof EXPECTED): Write => ({
      table: 'counters',
      sql: (given) => `UPDATE counters SET value = ${given(value)} WHERE id = ${given(id)}`,
      ...(expects && { expects }),
    });

    it('sends consecutive writes as one statement, before any read', async () => {
      const seen = await unitOfWork.run(async (tx) => {
        await tx.write(set(1, 7, EXPECTED));
        await tx.write(insertInto('unique_at_commit', { id: 1 }));
        // Both rows have the same cmin, so one statement wrote them.
        return tx.query(
          'SELECT value, counters.cmin = other.cmin AS together FROM counters, unique_at_commit AS other',
        );
      });
      expect(seen).toContainEqual({ value: 7, together: true });
    });

    it('an empty unit of work uses no connection, and a single write is one packet', async () => {
      const packets = await countPackets();
      await unitOfWork.run((tx) => tx.write(set(1, 7, EXPECTED)));
      await unitOfWork.run(() => Promise.resolve());
      expect(packets()).toBe(1);
      expect(await values()).toEqual([7, 0]);
    });

    it('after a read, sends the write and COMMIT as one packet', async () => {
      const packets = await countPackets();
      await unitOfWork.run(async (tx) => {
        await tx.query('SELECT value FROM counters WHERE id = 1 FOR UPDATE');
        await tx.write(set(1, 7, EXPECTED));
      });
      expect(packets()).toBe(2);
      expect(await values()).toEqual([7, 0]);
    });

    it('keeps writes to one table in order', async () => {
      await unitOfWork.run(async (tx) => {
        for (const value of [5, 6]) await tx.write(set(1, value));
      });
      expect(await values()).toEqual([6, 0]);
    });

    it.each<[string, (tx: Transaction) => Promise<unknown>]>([
      ['COMMIT', () => Promise.resolve()],
      ['a read', (tx) => tx.query('SELECT')],
      ['a lock', (tx) => tx.lockName('one')],
      ['a write of the same table', (tx) => tx.write(set(1, 8))],
    ])('rolls back if a write does not change the required rows, with %s after it', async (_, next) => {
      const committed = jest.fn();
      for (const first of [[], [set(1, 7)]]) {
        const run = unitOfWork.run(async (tx) => {
          tx.afterCommit(committed);
          for (const write of first) {
            await tx.write(write);
            await tx.query('SELECT');
          }
          await tx.write(insertInto('unique_at_commit', { id: 7 }));
          await tx.write(set(3, 7, EXPECTED));
          await next(tx);
        });
        await expect(run).rejects.toThrow('It has moved');
      }
      expect([committed.mock.calls, await values()]).toEqual([[], [0, 0]]);
      expect(await database.query('SELECT FROM unique_at_commit WHERE id = 7')).toEqual([]);
    });

    it('an error of the database is thrown unchanged', async () => {
      const run = unitOfWork.run((tx) => tx.write(insertInto('counters', { id: 1, value: 1 })));
      await expect(run).rejects.toMatchObject({ driverError: { code: '23505' } });
    });

    it('a savepoint whose work fails drops its unsent writes', async () => {
      await unitOfWork.run(async (tx) => {
        await tx.write(set(1, 1));
        const part = tx.savepoint(async () => {
          await tx.write(set(2, 2));
          throw new Error('no');
        });
        await expect(part).rejects.toThrow('no');
      });
      expect(await values()).toEqual([1, 0]);
    });
  });

  it('continues after a savepoint whose work failed, and nothing of that work remains', async () => {
    const seen: string[] = [];
    await unitOfWork.run(async (tx) => {
      await tx.query('UPDATE counters SET value = 1 WHERE id = 1');
      const refused = tx.savepoint(async () => {
        tx.afterCommit(() => seen.push('refused'));
        await tx.query('UPDATE counters SET value = 2');
        await tx.query('INSERT INTO counters VALUES (1, 3)');
      });
      await expect(refused).rejects.toMatchObject({ driverError: { code: '23505' } });
      await tx.savepoint(() => tx.query('UPDATE counters SET value = 4 WHERE id = 2'));
      tx.afterCommit(() => seen.push('done'));
    });
    expect(await values()).toEqual([1, 4]);
    expect(seen).toEqual(['done']);
  });

  it('gives up after five tries', async () => {
    const work = jest.fn();
    await expect(
      unitOfWork.run((tx) => {
        work();
        return tx.query(raise('40001'));
      }),
    ).rejects.toMatchObject({ driverError: { code: '40001' } });
    expect(work).toHaveBeenCalledTimes(5);
  });

  it.each(['23505', '22P02', '55P03', '57014'])(
    'a unit of work is not repeated after SQLSTATE %s',
    async (sqlState) => {
      const work = jest.fn();
      await expect(
        unitOfWork.run((tx) => {
          work();
          return tx.query(raise(sqlState));
        }),
      ).rejects.toMatchObject({ driverError: { code: sqlState } });
      expect(work).toHaveBeenCalledTimes(1);
    },
  );

  it('a unit of work is not repeated after an error thrown by the work itself', async () => {
    const work = jest.fn(() => Promise.reject(new Error('mine')));
    await expect(unitOfWork.run(work)).rejects.toThrow('mine');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('two units of work in a real deadlock both succeed', async () => {
    let arrived = 0;
    let open: () => void = () => undefined;
    const bothHoldTheirFirst = new Promise<void>((resolve) => (open = resolve));
    const lockInTurn = (first: number, second: number): Promise<void> =>
      unitOfWork.run(async (tx) => {
        await tx.query('UPDATE counters SET value = value + 1 WHERE id = $1', [first]);
        arrived += 1;
        if (arrived === 2) open();
        await bothHoldTheirFirst;
        await tx.query('UPDATE counters SET value = value + 1 WHERE id = $1', [second]);
      });
    await Promise.all([lockInTurn(1, 2), lockInTurn(2, 1)]);
    expect(await values()).toEqual([2, 2]);
    expect(arrived).toBeGreaterThan(2);
  });

  it('calls afterCommit once, when others can see the data', async () => {
    const seen: Promise<number[]>[] = [];
    let tries = 0;
    await unitOfWork.run(async (tx) => {
      tries += 1;
      tx.afterCommit(() => seen.push(values()));
      await tx.query('UPDATE counters SET value = 7');
      expect(seen).toEqual([]);
      if (tries === 1) await tx.query(raise('40001'));
    });
    expect(await Promise.all(seen)).toEqual([[7, 7]]);
  });

  it.each([
    ['the work fails', 'SELECT 1 / 0'],
    ['the commit itself fails', 'INSERT INTO unique_at_commit VALUES (1), (1)'],
  ])('skips afterCommit when %s', async (_, sql) => {
    const action = jest.fn();
    await expect(
      unitOfWork.run((tx) => {
        tx.afterCommit(action);
        return tx.query(sql);
      }),
    ).rejects.toThrow();
    expect(action).not.toHaveBeenCalled();
  });

  it('the time limits apply on every connection of the pool', async () => {
    const limits = await Promise.all(
      Array.from({ length: 4 }, () =>
        unitOfWork.run(async (tx) => {
          // Long enough that all four connections are in use at the same time.
          await tx.query('SELECT pg_sleep(0.05)');
          const [row] = await tx.query<{ pid: number; limits: string }>(
            `SELECT pg_backend_pid() AS pid, concat_ws(' ', current_setting('statement_timeout'),
               current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')) AS limits`,
          );
          return row!;
        }),
      ),
    );
    expect(new Set(limits.map((row) => row.pid)).size).toBe(4);
    expect(new Set(limits.map((row) => row.limits))).toEqual(new Set(['1200ms 700ms 10s']));
  });

  it('cancels a statement that runs too long', async () => {
    await expect(unitOfWork.run((tx) => tx.query('SELECT pg_sleep(20)'))).rejects.toMatchObject({
      driverError: { code: '57014' },
    });
  });

  it('cancels a lock wait that takes too long', async () => {
    const waiting = unitOfWork.run(async (tx) => {
      await tx.query('UPDATE counters SET value = 1');
      await unitOfWork.run((other) => other.query('UPDATE counters SET value = 2'));
    });
    await expect(waiting).rejects.toMatchObject({ driverError: { code: '55P03' } });
    expect(await values()).toEqual([0, 0]);
  });

  it('answers "busy" and does nothing if no connection is free', async () => {
    const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '2' });
    const small = await new DataSource({ ...dataSourceOptions(config), connectTimeoutMS: 1000 }).initialize();
    const work = new UnitOfWork(small);
    const add = (): Promise<unknown> =>
      work.runUnlessBusy('busy', (tx) => tx.query('UPDATE counters SET value = value + 1 WHERE id = 1'));
    const taken = [small.createQueryRunner(), small.createQueryRunner()];
    await Promise.all(taken.map((runner) => runner.connect()));

    const asked = add();
    // TypeORM asks the pool for a connection a few microtasks later.
    await setImmediate();
    expect(connectionsOf(small)).toEqual({ busy: 2, idle: 0, waiting: 1 });
    expect(await asked).toBe('busy');
    await Promise.all(taken.map((runner) => runner.release()));
    expect(await add()).not.toBe('busy');
    expect(await values()).toEqual([1, 0]);
    await small.destroy();
  });

  it('gives up hanging connections, and works on new ones', async () => {
    const url = new URL(database.url);
    const proxy = await TcpProxy.listen(Number(url.port));
    url.port = String(proxy.port);
    const behind = await connectAsApplication(url.href, {
      DATABASE_POOL_SIZE: '2',
      DATABASE_STATEMENT_TIMEOUT_MS: '1000',
    });
    const work = new UnitOfWork(behind);
    const add = (): Promise<unknown> =>
      work.run((tx) => tx.query('UPDATE counters SET value = value + 1 WHERE id = 1'));
    const atOnce = (): Promise<PromiseSettledResult<unknown>[]> => Promise.allSettled([add(), add()]);
    await atOnce();

    proxy.hang();
    expect((await atOnce()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await atOnce()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await values()).toEqual([4, 0]);
    await behind.destroy();
    await proxy.close();
  });
});
