import { Column, DataSource, Entity } from 'typeorm';
import { PersonEntity } from '../../src/access/people/persistence/person.entity.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions, PurserDataSource } from '../../src/platform/database/connection/data-source.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Tables that TypeORM creates for itself. */
const NOT_OURS = ['migrations', 'typeorm_metadata'];

const TABLES = `SELECT tablename AS name FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY tablename`;

// TypeORM compares only the names and columns of constraints and indexes, and nothing about generated columns.
// PostgreSQL prints their full definitions. TypeORM cannot express NULLS NOT DISTINCT.
const DEFINITIONS = `
  SELECT replace(replace(part, $1 || '.', ''), ' NULLS NOT DISTINCT', '') AS line FROM (
    SELECT attrelid, attname, concat_ws(' ', attrelid::regclass, attname, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attidentity <> '' OR attgenerated <> ''
    UNION ALL
    -- NOT NULL is a constraint too, which TypeORM does not name.
    SELECT conrelid, conname, conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype <> 'n'
    UNION ALL
    SELECT indrelid, relname, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
  ) AS parts (tab, name, part) JOIN pg_class ON pg_class.oid = tab
  WHERE relnamespace = $1::regnamespace AND relname <> ALL ($2) AND name <> ALL ($3)`;

@Entity('people')
class PersonWithNickname extends PersonEntity {
  @Column('text', { nullable: true })
  nickname: string | null;
}

describe('entities', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let application: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url });
    application = purser.service(DataSource);
    await noteGeneratedColumns();
    await database.query('CREATE SCHEMA from_entities');
    const fromEntities = await connect(application.options.entities, 'from_entities');
    await fromEntities.synchronize();
    await fromEntities.destroy();
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  function connect(entities: DataSource['options']['entities'], schema = 'public'): Promise<DataSource> {
    const options = dataSourceOptions(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url }));
    return new PurserDataSource({ ...options, entities: entities ?? [], schema }).initialize();
  }

  /**
   * Inserts the rows in which TypeORM remembers the expressions of generated columns. PostgreSQL prints an expression
   * differently, and migrations do not insert these rows.
   */
  async function noteGeneratedColumns(): Promise<void> {
    await database.query(
      'CREATE TABLE typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)',
    );
    for (const column of application.entityMetadatas.flatMap(({ columns }) => columns)) {
      if (column.asExpression === undefined) continue;
      await database.query(
        `INSERT INTO typeorm_metadata VALUES ('GENERATED_COLUMN', current_database(), 'public', $1, $2, $3)`,
        [column.entityMetadata.tableName, column.databaseName, column.asExpression],
      );
    }
  }

  const tablesWithoutEntity = async (): Promise<string[]> => {
    const tables = await database.query<{ name: string }>(TABLES, [NOT_OURS]);
    const known = new Set(application.entityMetadatas.map(({ tableName }) => tableName));
    return tables.map(({ name }) => name).filter((name) => !known.has(name));
  };

  /** Returns the statements with which TypeORM would adapt the tables to the entities. */
  const differences = async (dataSource = application): Promise<string[]> => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  };

  /**
   * Returns all constraints, indexes and generated columns, except indexes that an entity marks as not synchronized.
   */
  const definitions = async (schema: string): Promise<string[]> => {
    const indexes = application.entityMetadatas.flatMap(({ indices }) => indices);
    const unsaid = indexes.filter(({ synchronize }) => !synchronize).map(({ name }) => name);
    const lines = await database.query<{ line: string }>(DEFINITIONS, [schema, NOT_OURS, unsaid]);
    return lines.map(({ line }) => line).sort();
  };

  it('every table has an entity', async () => {
    expect(application.entityMetadatas.length).toBeGreaterThan(20);
    expect(await tablesWithoutEntity()).toEqual([]);
  });

  it('TypeORM finds nothing to change in the migrated tables', async () => {
    expect(await differences()).toEqual([]);
  });

  it('entities describe every constraint, index and generated column that the migrations create', async () => {
    const made = await definitions('public');
    expect(made.length).toBeGreaterThan(250);
    expect(await definitions('from_entities')).toEqual(made);
  });

  it('a field without a migration is found as a difference', async () => {
    const dataSource = await connect([PersonWithNickname]);
    expect(await differences(dataSource)).toEqual(['ALTER TABLE "people" ADD "nickname" text']);
    await dataSource.destroy();
  });

  describe('migrations without a field', () => {
    it.each([
      ['a column', 'ALTER TABLE people ADD nickname text', 'ALTER TABLE people DROP nickname'],
      [
        'a constraint',
        'ALTER TABLE people ADD CONSTRAINT one CHECK (id = id)',
        'ALTER TABLE people DROP CONSTRAINT one',
      ],
      ['an index', 'CREATE INDEX one ON people (subject)', 'DROP INDEX one'],
      ['NULL', 'ALTER TABLE people ALTER subject DROP NOT NULL', 'ALTER TABLE people ALTER subject SET NOT NULL'],
      ['a default', `ALTER TABLE people ALTER issuer SET DEFAULT ''`, 'ALTER TABLE people ALTER issuer DROP DEFAULT'],
    ])('%s without a field is found as a difference', async (_, change, undo) => {
      await database.query(change);
      expect(await differences()).not.toEqual([]);
      await database.query(undo);
      expect(await differences()).toEqual([]);
    });

    it('a table without an entity is found as a difference', async () => {
      await database.query('CREATE TABLE notes (id uuid PRIMARY KEY)');
      expect(await tablesWithoutEntity()).toEqual(['notes']);
      await database.query('DROP TABLE notes');
    });

    it.each([
      [
        'the condition of an index',
        'CREATE INDEX ix_orders_retry_of ON orders (retry_of) WHERE retry_of IS NOT NULL',
        'CREATE INDEX ix_orders_retry_of ON orders (retry_of)',
        'DROP INDEX ix_orders_retry_of',
      ],
      [
        'the text of a CHECK',
        'ALTER TABLE accounts ADD CONSTRAINT chk_accounts_name CHECK (length(name) BETWEEN 1 AND 100)',
        'ALTER TABLE accounts ADD CONSTRAINT chk_accounts_name CHECK (length(name) BETWEEN 1 AND 101)',
        'ALTER TABLE accounts DROP CONSTRAINT chk_accounts_name',
      ],
    ])('a change to %s is found, although TypeORM does not compare it', async (_, as, other, drop) => {
      await database.query(`${drop}; ${other}`);
      expect(await definitions('public')).not.toEqual(await definitions('from_entities'));
      await database.query(`${drop}; ${as}`);
      expect(await definitions('public')).toEqual(await definitions('from_entities'));
    });
  });
});
