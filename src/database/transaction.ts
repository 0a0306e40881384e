import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { checkCounts, together, type Write } from './writes.js';

const ROLLBACK = /^ROLLBACK\b/;

/**
 * An open transaction. Repositories that write take it as their first argument, so that no statement of a money path
 * can run outside one by accident.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  #pending: Write[] = [];

  constructor(readonly manager: EntityManager) {
    const { queryRunner } = manager;
    if (!queryRunner) return;
    const query = queryRunner.query.bind(queryRunner) as (...statement: readonly unknown[]) => Promise<unknown>;
    // Every statement of TypeORM comes here, COMMIT too: none overtakes a write.
    queryRunner.query = (async (...statement: readonly unknown[]): Promise<unknown> => {
      if (ROLLBACK.test(String(statement[0]))) this.#pending = [];
      await this.sendWrites();
      return query(...statement);
    }) as typeof queryRunner.query;
  }

  /** The rows of an entity, read and written inside the transaction. */
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  /** Runs a parameterised statement inside the transaction and returns its rows. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return returnedRows<Row>(await this.manager.query<unknown>(sql, [...parameters]));
  }

  /**
   * Writes rows with the next statement of the transaction at the latest, COMMIT included, which then throws what they
   * are refused for. Writes that follow each other are sent together as one statement, in which none sees what another
   * wrote; so those of one table are apart.
   */
  async write(write: Write): Promise<void> {
    if (this.#pending.some(({ table }) => table === write.table)) await this.sendWrites();
    this.#pending.push(write);
  }

  /**
   * Sends what is still to be written.
   *
   * @throws Error of a write that did not write the rows that it must
   */
  async sendWrites(): Promise<void> {
    const writes = this.#pending;
    if (writes.length === 0) return;
    this.#pending = [];
    const { sql, parameters } = together(writes);
    const [counts] = await this.query<Record<string, number>>(sql, parameters);
    checkCounts(writes, counts);
  }

  /** Locks a name for every replica until the transaction ends: alone, or together with others that share it. */
  async lockName(name: string, mode: 'alone' | 'shared' = 'alone'): Promise<void> {
    const lock = mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
    await this.query(`SELECT ${lock}(hashtextextended($1, 0))`, [name]);
  }

  /** The same of several names, always in one order: two that lock several cannot wait for each other. */
  async lockNames(names: readonly string[]): Promise<void> {
    await this.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key) AS keys`,
      [names],
    );
  }

  /** Has the commit wait for the disk, whatever the database does otherwise. */
  async commitDurably(): Promise<void> {
    await this.query('SET LOCAL synchronous_commit = on');
  }

  /** Has later statements wait so long for a lock at most. */
  async limitLockWaits(milliseconds: number): Promise<void> {
    await this.query(`SET LOCAL lock_timeout = ${milliseconds}`);
  }

  /**
   * Does `work`, or none of it: what it wrote and locked is rolled back when it throws, and the transaction goes on.
   * A refusal of the database is an error like any other; one that ends the whole transaction is thrown by the next
   * statement once more.
   */
  async savepoint<Result>(work: () => Promise<Result>): Promise<Result> {
    const planned = this.#afterCommit.length;
    await this.manager.query('SAVEPOINT work');
    try {
      const result = await work();
      await this.manager.query('RELEASE SAVEPOINT work');
      return result;
    } catch (error) {
      this.#afterCommit.length = planned;
      await this.manager.query('ROLLBACK TO SAVEPOINT work');
      throw error;
    }
  }

  /** Has `action` called once the transaction is known to be committed; never when it is rolled back. */
  afterCommit(action: () => void): void {
    this.#afterCommit.push(action);
  }

  runAfterCommit(): void {
    for (const action of this.#afterCommit) action();
  }
}

/** TypeORM answers UPDATE and DELETE with `[rows, count]` and every other statement with the rows alone. */
function returnedRows<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}
