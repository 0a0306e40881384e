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
