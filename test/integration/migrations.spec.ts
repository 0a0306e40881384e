import { type AddressInfo, createServer } from 'node:net';
import { migrations } from '#migrations';
import pg from 'pg';
import { RenameCanceledH2hSessions1795219216000 } from '../../migrations/1795219216000-rename-canceled-h2h-sessions.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { connectAsApplication } from './application-database.js';

const NAMES = migrations.map((migration) => migration.name);

// The migration that the test blocks by creating a table with the same name.
const BLOCKED = NAMES.findIndex((name) => name.startsWith('CreateOrders'));

describe('migrating', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ isEmpty: true });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await database.drop();
  });

  const recorded = async (): Promise<string[]> =>
    (await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

  it('runs each migration once if three replicas start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(runs.flat().sort()).toEqual([...NAMES].sort());
    expect(await recorded()).toEqual(NAMES);
    expect(await migrate(database.url)).toEqual([]);
  });

  it('continues where a killed run stopped', async () => {
    // TypeORM prints failed migrations to the console, whatever its log settings.
    jest.spyOn(console, 'log').mockReturnValue();
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    // This uncommitted table of the same name makes one migration wait.
    await blocker.query('BEGIN; CREATE TABLE orders (id int)');
    const killed = migrate(database.url).then(
      () => null,
      (error: unknown) => error,
    );
    await eventually('a migration waits', async () => {
      const rows = await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'purser-migrate' AND wait_event_type = 'Lock' AND wait_event <> 'advisory'`,
      );
      return rows[0];
    });
    expect(await killed).toBeInstanceOf(Error);
    await blocker.query('ROLLBACK');
    await blocker.end();

    expect(BLOCKED).toBeGreaterThan(0);
    expect(await recorded()).toEqual(NAMES.slice(0, BLOCKED));
    expect(await migrate(database.url)).toEqual(NAMES.slice(BLOCKED));
  });

  it("waits for another session's migration, names that session, and leaves no lock behind", async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(1886745203)');
    const [{ pid }] = (await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }];
    const holders: (number | null)[] = [];
    const migrating = migrate(database.url, undefined, (holder) => holders.push(holder));
    await eventually('it waits', () => Promise.resolve(holders[0]));
    expect(holders).toEqual([pid]);
    expect(await database.query(`SELECT FROM pg_tables WHERE tablename = 'migrations'`)).toEqual([]);
    await other.query('ROLLBACK');

    // The lock is held by an idle transaction, so nothing of it remains if a pooler keeps the session open.
    await eventually('it migrates', async () => {
      const rows = await database.query(
        `SELECT FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND granted
         AND datname = current_database() AND state = 'idle in transaction'`,
      );
      return rows[0];
    });
    await migrating;
    await other.end();
  });

  it('names the variable to set if a pooler refuses session settings', async () => {
    const refusal = Buffer.from('....SFATAL\0C08P01\0Munsupported startup parameter: options\0\0');
    refusal.writeInt32BE(refusal.length);
    const pooler = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), refusal])));
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
    const { port } = pooler.address() as AddressInfo;
    await expect(migrate(`postgres://purser@127.0.0.1:${port}/purser`)).rejects.toThrow('DATABASE_DIRECT_URL');
    pooler.close();
  });

  it('gives canceled card verifications one spelling, in their log too, and can be undone', async () => {
    await migrate(database.url);
    const dataSource = await connectAsApplication(database.url);
    const runner = dataSource.createQueryRunner();
    const [id] = (await database.query<{ id: string }>('SELECT gen_random_uuid() AS id')).map((row) => row.id);
    // Drops a foreign key, because this test inserts a session without an order.
    await runner.query(`ALTER TABLE h2h_sessions DROP CONSTRAINT fk_h2h_sessions_id,
      DROP CONSTRAINT fk_h2h_sessions_account_id`);
    await runner.query(
      `INSERT INTO h2h_sessions (id, account_id, provider_order_id, status, card_sent_at)
       VALUES ('${id}', '${id}', '${id}', 'CANCELED', now())`,
    );
    await runner.query(
      `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause)
       VALUES ('H2H', '${id}', 'PROCESSING', 'CANCELED', 'POLL'), ('ORDER', '${id}', 'PENDING', 'CANCELED', 'POLL')`,
    );
    const words = async (): Promise<unknown> =>
      (
        await database.query<{ words: string }>(
          `SELECT string_agg(word, ' ' ORDER BY place) AS words FROM (
             SELECT 0 AS place, status AS word FROM h2h_sessions
             UNION ALL SELECT id, to_status FROM status_changes) AS shown`,
        )
      )[0]?.words;

    const renaming = new RenameCanceledH2hSessions1795219216000();
    await renaming.down(runner);
    expect(await words()).toBe('CANCELLED CANCELLED CANCELED');
    await renaming.up(runner);
    expect(await words()).toBe('CANCELED CANCELED CANCELED');
    await expect(runner.query(`UPDATE h2h_sessions SET status = 'SUCCESS'`)).rejects.toThrow();
    await expect(runner.query('DELETE FROM status_changes')).rejects.toThrow();
    await runner.release();
    await dataSource.destroy();
  });

  it('all migrations can be undone, the newest first', async () => {
    await migrate(database.url);
    const dataSource = await connectAsApplication(database.url);
    const runner = dataSource.createQueryRunner();
    for (const Migration of [...migrations].reverse()) await new Migration().down(runner);
    await runner.release();
    await dataSource.destroy();
    const left = await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(left).toEqual([{ tablename: 'migrations' }]);
  });
});
