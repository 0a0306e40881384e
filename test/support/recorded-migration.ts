import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { RanMigration } from './migration-lint.js';

/** Runs one direction of a migration and returns its SQL. */
export async function recordMigration(
  migration: MigrationInterface,
  runner: QueryRunner,
  direction: 'up' | 'down' = 'up',
): Promise<RanMigration> {
  const queries: string[] = [];
  const query = runner.query.bind(runner);
  const noting = Object.create(runner) as QueryRunner;
  noting.query = (sql: string, ...rest: never[]) => {
    queries.push(sql);
    return query(sql, ...rest);
  };
  const isInTransaction = migration.transaction !== false;
  if (isInTransaction) await runner.startTransaction();
  await migration[direction](noting);
  if (isInTransaction) await runner.commitTransaction();
  return { queries, isInTransaction };
}
