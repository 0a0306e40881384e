import type { DataSource } from 'typeorm';
import { ApiKeyEntity } from '../../src/access/keys/persistence/api-key.entity.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions, PurserDataSource } from '../../src/platform/database/connection/data-source.js';
import { TEST_SETTINGS } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * Since 1.0, TypeORM refuses such conditions by default. Earlier it ignored them: looking up a key without an id
 * returned the first key, and deleting it deleted all.
 */
describe('conditions without a value', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url });
    dataSource = await new PurserDataSource({ ...dataSourceOptions(config), entities: [ApiKeyEntity] }).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const NOBODY = { id: undefined as unknown as string };

  it.each<[string, () => Promise<unknown>]>([
    ['findOneBy', () => dataSource.manager.findOneBy(ApiKeyEntity, NOBODY)],
    ['findOne', () => dataSource.manager.findOne(ApiKeyEntity, { where: NOBODY })],
    ['findBy', () => dataSource.manager.findBy(ApiKeyEntity, NOBODY)],
    ['count', () => dataSource.manager.count(ApiKeyEntity, { where: NOBODY })],
    ['update', () => dataSource.manager.update(ApiKeyEntity, NOBODY, { name: 'another' })],
    ['delete', () => dataSource.manager.delete(ApiKeyEntity, NOBODY)],
  ])('refuses %s with an undefined id', async (_, act) => {
    await expect(act()).rejects.toThrow(/undefined/i);
  });
});
