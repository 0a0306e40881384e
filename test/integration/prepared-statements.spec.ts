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

  it('a statement is planned once from its third execution on', async () => {
    await connect();
    const often = 'SELECT id FROM things WHERE id = $1';
    await ask('SELECT id + 1 FROM things WHERE id = $1', 2);
    // Five plans are for the values they were given; the database then compares their cost with that of one for all.
    expect(await ask(often, 10)).toEqual([{ id: 1 }]);
    expect(await dataSource.query(PREPARED)).toEqual([{ statement: often, plans: 3 }]);
  });

  it('a statement without parameters is prepared too, like the simplest form of a list', async () => {
    await connect();
    const plain = 'SELECT id FROM things ORDER BY id';
    for (let time = 1; time <= 4; time += 1) await dataSource.query(plain);
    expect(await dataSource.query(PREPARED)).toEqual([{ statement: plain, plans: 2 }]);
  });

  it('a search is planned for each of its texts', async () => {
    await connect();
    await ask('SELECT id FROM things WHERE id::text LIKE $1::text', 10);
    expect(await dataSource.query(PREPARED)).toEqual([]);
  });

  it('nothing is prepared behind a pooler, which changes sessions between transactions', async () => {
    await connect({ DATABASE_DIRECT_URL: database.url });
    await ask('SELECT id FROM things WHERE id = $1', 5);
    expect(await dataSource.query(PREPARED)).toEqual([]);
  });

  it('prepared statements leave room for others, however many there are', async () => {
    await connect();
    for (let number = 1; number <= 110; number += 1) await ask(`SELECT ${number} FROM things WHERE id = $1`, 3);
    expect(await dataSource.query(PREPARED)).toHaveLength(100);
  });

  it('a statement is prepared again once a migration changed its rows', async () => {
    await connect();
    const all = 'SELECT * FROM things WHERE id = $1';
    await ask(all, 3);
    await database.query('ALTER TABLE things ADD COLUMN name text');
    await expect(ask(all, 1)).rejects.toMatchObject({ driverError: { code: '0A000' } });
    expect(await ask(all, 1)).toEqual([{ id: 1, name: null }]);
  });
});
