import type { QueryRunner } from 'typeorm';

/**
 * Builds an index beside writers, which a transaction cannot. Its migration says `readonly transaction = false`, and does
 * nothing else. An index that was half built when a try was broken off is dropped before.
 *
 * @param definition all that follows the name: `ON payouts (note)`
 */
export async function createIndexConcurrently(
  queryRunner: QueryRunner,
  name: string,
  definition: string,
  { isUnique = false } = {},
): Promise<void> {
  // It waits for every transaction that is open, and keeps nobody waiting while it does.
  await queryRunner.query('SET lock_timeout = 0');
  await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await queryRunner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ${definition}`);
  await queryRunner.query('RESET lock_timeout');
}

/**
 * Builds indexes of a table that an operator may have divided into partitions, as `createIndexConcurrently` does. Then
 * samples the rows: without statistics about an expression PostgreSQL takes a rare value for a frequent one.
 *
 * @param definitions by name, all that follows the table: `(lower(note))`
 */
export async function createIndexesConcurrently(
  queryRunner: QueryRunner,
  table: string,
  definitions: Readonly<Record<string, string>>,
): Promise<void> {
  const partitions = (await queryRunner.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass`,
  )) as { name: string }[];
  for (const [name, definition] of Object.entries(definitions)) {
    if (partitions.length === 0) {
      await createIndexConcurrently(queryRunner, name, `ON ${table} ${definition}`);
      continue;
    }
    // Empty, and used once each partition has its own.
    await queryRunner.query(`DROP INDEX IF EXISTS ${name}`);
    await queryRunner.query(`CREATE INDEX ${name} ON ONLY ${table} ${definition}`);
    for (const partition of partitions) {
      const ofPartition = name.replace(table, partition.name);
      await createIndexConcurrently(queryRunner, ofPartition, `ON ${partition.name} ${definition}`);
      await queryRunner.query(`ALTER INDEX ${name} ATTACH PARTITION ${ofPartition}`);
    }
  }
  const rows = (await queryRunner.query(`SELECT FROM ${table} LIMIT 1`)) as unknown[];
  if (rows.length > 0) await queryRunner.query(`ANALYZE ${table}`);
}
