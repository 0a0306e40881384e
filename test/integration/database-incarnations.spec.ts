import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Incarnation {
  readonly number: number;
  readonly origin: string;
}

const SECONDS = `SELECT extract(epoch FROM clock_timestamp() - '2026-01-01 00:00:00+00')::integer AS before`;
const NUMBER = 'SELECT current_incarnation() AS number';

describe('the incarnation of a database', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await database.drop();
  });

  const current = async (): Promise<number | undefined> =>
    (await database.query<{ number: number }>(NUMBER))[0]?.number;

  /** Returns the current number, which must differ from the first. */
  const another = async (): Promise<number> => {
    const number = (await current())!;
    expect(number).toBeGreaterThan(1);
    return number;
  };

  const all = (): Promise<Incarnation[]> =>
    database.query('SELECT number, origin FROM database_incarnations ORDER BY number');

  it('stays the same while the database runs, even through a vacuum', async () => {
    expect(await current()).toBe(1);
    await database.query('VACUUM (FREEZE) database_incarnations');
    await database.query('VACUUM FULL database_incarnations');
    await database.query('CLUSTER database_incarnations USING pk_database_incarnations');
    expect(await current()).toBe(1);
    expect(await all()).toEqual([{ number: 1, origin: 'CREATED' }]);
  });

  it('changes when a dump is restored, even into the same cluster', async () => {
    await database.query(`WITH dump AS (DELETE FROM database_incarnations RETURNING *)
      INSERT INTO database_incarnations SELECT * FROM dump`);
    const number = await another();
    expect(await current()).toBe(number);
    expect(await all()).toContainEqual({ number, origin: 'RESTORED' });
  });

  it('a new incarnation is numbered by its start time, so two restores of one backup differ', async () => {
    await database.query('UPDATE database_incarnations SET timeline = 0');
    const [{ before } = { before: 0 }] = await database.query<{ before: number }>(SECONDS);
    const number = await another();
    const [{ before: after } = { before: 0 }] = await database.query<{ before: number }>(SECONDS);
    expect(number).toBeGreaterThanOrEqual(before);
    expect(number).toBeLessThanOrEqual(after);

    // If the machine's clock is behind, numbers still increase.
    await database.query('UPDATE database_incarnations SET number = number + 100, timeline = 0 WHERE number > 1');
    expect(await another()).toBe(number + 101);
  });

  it.each([
    ['on another timeline', 'timeline = timeline - 1', 'NEW_TIMELINE'],
    ['in another cluster', 'system_identifier = system_identifier - 1', 'RESTORED'],
    ['in a copy of the database', 'database_oid = 1', 'RESTORED'],
  ])('changes %s', async (_, change, origin) => {
    await database.query(`UPDATE database_incarnations SET ${change};
      UPDATE database_incarnations SET row_xmin = xmin::text::bigint`);
    const number = await another();
    expect(await all()).toContainEqual({ number, origin });
  });

  it('concurrent transactions and their savepoints all see the same incarnation', async () => {
    await database.query('UPDATE database_incarnations SET timeline = 0');
    const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString: database.url }));
    try {
      await Promise.all(clients.map((client) => client.connect()));
      const numbers = await Promise.all(
        clients.map(async (client) => {
          // Rows written after a savepoint have another xmin than the transaction's earlier rows.
          await client.query('BEGIN; SAVEPOINT part');
          const { rows } = await client.query<{ number: number }>(NUMBER);
          await client.query('COMMIT');
          return rows[0]?.number;
        }),
      );
      expect(numbers).toEqual(Array.from({ length: 5 }, () => numbers[0]));
      expect(numbers[0]).toBeGreaterThan(1);
      expect(await current()).toBe(numbers[0]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  it("the application's role cannot write incarnations", async () => {
    const role = `app_${database.url.slice(-8)}`;
    await database.query(`CREATE ROLE ${role}; GRANT SELECT ON database_incarnations TO ${role};
      GRANT EXECUTE ON FUNCTION current_incarnation() TO ${role};
      UPDATE database_incarnations SET timeline = 0`);
    const results = await database
      .query<{ number: number }>(`SET ROLE ${role}; ${NUMBER}; RESET ROLE`)
      .catch((error: unknown) => error);
    expect(results).not.toBeInstanceOf(Error);
    await another();
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
});
