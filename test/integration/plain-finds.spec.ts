import { randomUUID } from 'node:crypto';
import { type DataSource, EntityManager, In, type QueryRunner } from 'typeorm';
import type { CurrencyCode } from '../../src/common/currency.js';
import { AccountEntity } from '../../src/desk/accounts/persistence/account.entity.js';
import { LedgerBalanceEntity } from '../../src/desk/ledger/persistence/ledger-balance.entity.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { connectAsApplication } from './application-database.js';

describe('plain finds', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let runner: QueryRunner;
  let sent: readonly unknown[][];
  const account = { id: randomUUID(), name: `account ${randomUUID()}` };

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectAsApplication(database.url);
    await dataSource.getRepository(AccountEntity).insert({
      ...account,
      sealedApiToken: Buffer.from('token'),
      terminalProfile: { enabledMethods: ['HOSTED_PAGE'] },
    });
  });

  beforeEach(() => {
    runner = dataSource.createQueryRunner();
    sent = [];
    const query = runner.query.bind(runner) as (...statement: unknown[]) => Promise<unknown>;
    runner.query = ((...statement: unknown[]) => {
      sent = [...sent, statement];
      return query(...statement);
    }) as typeof runner.query;
  });

  afterEach(() => runner.release());

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  type Find = (manager: EntityManager) => Promise<unknown>;

  /** Runs a find once with TypeORM and twice with Purser, and expects the same statement each time. */
  async function compare(find: Find): Promise<readonly unknown[]> {
    const { manager } = runner;
    const own = new EntityManager(dataSource, runner);
    const found = [await find(own), await find(manager), await find(manager)];
    const [expected, ...others] = sent;
    expect(others).toEqual([expected, expected]);
    return found;
  }

  it.each<[string, Find]>([
    ['an id', (manager) => manager.findOneBy(AccountEntity, { id: account.id })],
    [
      'two columns',
      (manager) => manager.getRepository(AccountEntity).findOneBy({ name: account.name, id: account.id }),
    ],
    ['bytes', (manager) => manager.findOneBy(AccountEntity, { sealedApiToken: Buffer.from('token') })],
    ['options', (manager) => manager.findOne(AccountEntity, { where: { id: account.id } })],
    ['a list of values', (manager) => manager.findOneBy(AccountEntity, { id: In([account.id]) })],
    ['alternatives', (manager) => manager.findOneBy(AccountEntity, [{ id: account.id }, { name: account.name }])],
  ])('a find by %s sends the same statement as TypeORM and returns the same entity', async (_, find) => {
    const [expected, ...others] = await compare(find);
    expect(expected).toBeInstanceOf(AccountEntity);
    expect(expected).toMatchObject(account);
    for (const other of others) {
      expect(other).toStrictEqual(expected);
      expect(other).not.toBe(expected);
    }
  });

  it('a find of a missing row returns null', async () => {
    const missing = { id: randomUUID() };
    expect(await compare((manager) => manager.findOneBy(AccountEntity, missing))).toEqual([null, null, null]);
  });

  it('a find with a lock sends the same statement as TypeORM, and requires a transaction', async () => {
    const find: Find = (manager) =>
      manager.findOne(AccountEntity, { where: { id: account.id }, lock: { mode: 'pessimistic_write' } });
    await expect(find(runner.manager)).rejects.toThrow('transaction');
    await runner.startTransaction();
    sent = [];
    const [expected, ...others] = await compare(find);
    await runner.rollbackTransaction();
    expect(sent[0]?.[0]).toContain('FOR UPDATE');
    expect(others).toStrictEqual([expected, expected]);
    await expect(find(runner.manager)).rejects.toThrow('transaction');
  });

  it('existsBy tells whether a row has the value', async () => {
    const { manager } = runner;
    expect(await manager.existsBy(AccountEntity, { name: account.name })).toBe(true);
    expect(await manager.existsBy(AccountEntity, { name: 'another' })).toBe(false);
    expect(await manager.existsBy(AccountEntity, { name: In([account.name]) })).toBe(true);
  });

  it('an entity with converted columns is loaded by TypeORM itself', async () => {
    const balance = { accountId: account.id, currency: 'EUR' as CurrencyCode };
    await dataSource.getRepository(LedgerBalanceEntity).insert({ ...balance });
    const [expected, ...others] = await compare((manager) => manager.findOneBy(LedgerBalanceEntity, balance));
    expect(expected).toMatchObject({ ...balance, available: '0' });
    expect(others).toStrictEqual([expected, expected]);
  });
});
