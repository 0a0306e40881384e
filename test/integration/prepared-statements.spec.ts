import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { connectAsApplication } from './application-database.js';

const PREPARED = 'SELECT statement, generic_plans::int AS plans FROM pg_prepared_statements';

describe('frequent statements', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query('CREATE TABLE things (id int PRIMARY KEY)');
    await database.query('INSERT INTO things VALUES (1)');
  });

  afterEach(() => dataSource.destroy());
  afterAll(() => database.drop());

  const connect = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    dataSource = await connectAsApplication(database.url, { DATABASE_POOL_SIZE: '2', ...settings });
  };

  const ask = async (text: string, times: number): Promise<unknown> => {
    for (let time = 1; time < times; time += 1) await dataSource.query(text, [1]);
    return dataSource.query(text, [1]);
  };

  it('a statement is prepared at its third execution and planned only a few times', async () => {
    await connect();
    const often = 'SELECT id FROM things WHERE id = $1';
    await ask('SELECT id + 1 FROM things WHERE id = $1', 2);
    // PostgreSQL plans the first five executions for their values, and then reuses a generic plan if it costs no more.
    expect(await ask(often, 10)).toEqual([{ id: 1 }]);
    expect(await dataSource.query(PREPARED)).toEqual([{ statement: often, plans: 3 }]);
  });

  it('a statement without parameters is prepared, too', async () => {
    await connect();
    const plain = 'SELECT id FROM things ORDER BY id';
    for (let time = 1; time <= 4; time += 1) await dataSource.query(plain);
    expect(await dataSource.query(PREPARED)).toEqual([{ statement: plain, plans: 2 }]);
  });

  it('a text search is never prepared, so it is planned for each text', async () => {
    await connect();
    await ask('SELECT id FROM things WHERE id::text LIKE $1::text', 10);
    expect(await dataSource.query(PREPARED)).toEqual([]);
  });

  it('nothing is prepared behind a pooler, because it changes sessions between transactions', async () => {
    await connect({ DATABASE_DIRECT_URL: database.url });
    await ask('SELECT id FROM things WHERE id = $1', 5);
    expect(await dataSource.query(PREPARED)).toEqual([]);
  });

  it('at most 100 statements are prepared per session', async () => {
    await connect();
    for (let number = 1; number <= 110; number += 1) await ask(`SELECT ${number} FROM things WHERE id = $1`, 3);
    expect(await dataSource.query(PREPARED)).toHaveLength(100);
  });

  it('a statement is prepared again after a migration changed the columns it returns', async () => {
    await connect();
    const all = 'SELECT * FROM things WHERE id = $1';
    await ask(all, 3);
    await database.query('ALTER TABLE things ADD COLUMN name text');
    await expect(ask(all, 1)).rejects.toMatchObject({ driverError: { code: '0A000' } });
    expect(await ask(all, 1)).toEqual([{ id: 1, name: null }]);
  });
});
