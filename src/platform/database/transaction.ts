import type pg from 'pg';
import { type EntityManager, type EntityTarget, type ObjectLiteral, QueryFailedError, type Repository } from 'typeorm';
import { refusalOf, together, type Write } from './writes.js';

const BEGIN = 'START TRANSACTION';

const COMMIT = 'COMMIT';

const ROLLBACK = 'ROLLBACK';

const ROLLBACK_TO = /^ROLLBACK TO\b/;

const READ = /^\s*SELECT\b/;

type Query = (...statement: readonly unknown[]) => Promise<unknown>;

/**
 * A database transaction. Do not add features to it (docs/adr/0046). Repositories that write take it as their first
 * argument, so that no statement that concerns money can run outside a transaction by accident.
 *
 * Statements whose result is not needed are not awaited: BEGIN, locks, settings and writes are sent together with the
 * next statement, in order, and fail with it. Only a write waits for the answer to BEGIN, because after a failed BEGIN
 * it would be committed by itself. A transaction that consists of writes only is sent as a single statement, without
 * BEGIN.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  #pending: Write[] = [];
  /** Statements that were sent and whose answers are still awaited. */
  #ahead: Promise<unknown>[] = [];
  #isToBegin = false;
  #begun: Promise<unknown> = Promise.resolve();

  /** @param manager an entity manager with a query runner, whether the transaction has begun or not */
  constructor(readonly manager: EntityManager) {
    const { queryRunner } = manager;
    if (!queryRunner) return;
    const query = queryRunner.query.bind(queryRunner) as Query;
    // All of TypeORM's statements pass here, including BEGIN and COMMIT, so that none overtakes a write.
    queryRunner.query = (async (...statement: readonly unknown[]) => {
      const text = String(statement[0]);
      if (text === BEGIN) this.#isToBegin = true;
      else if (text === COMMIT) await this.commit(query);
      else if (text === ROLLBACK) await this.rollBack(query);
      else return this.sendInOrder(query, statement);
      return undefined;
    }) as typeof queryRunner.query;
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return returnedRows<Row>(await this.manager.query<unknown>(sql, [...parameters]));
  }

  /**
   * Queues a write. It is sent with the transaction's next statement at the latest, COMMIT included, which throws the
   * error if the write is rejected. Consecutive writes are sent as one statement, in which none sees another's rows, so
   * two writes to the same table are sent separately.
   */
  async write(write: Write): Promise<void> {
    if (this.#pending.some(({ table }) => table === write.table)) await this.sendWrites();
    this.#pending.push(write);
  }

  /** Locks a name across all replicas until the transaction ends, for this transaction only or shared with others. */
  async lockName(name: string, mode: 'alone' | 'shared' = 'alone'): Promise<void> {
    const lock = mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
    await this.order(`SELECT ${lock}(hashtextextended($1, 0))`, [name]);
  }

  /** Locks several names in a fixed order, which prevents deadlocks. */
  async lockNames(names: readonly string[]): Promise<void> {
    await this.order(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key) AS keys`,
      [names],
    );
  }

  /** Makes the commit wait until it is on disk, whatever the database's setting. */
  async commitDurably(): Promise<void> {
    await this.order('SET LOCAL synchronous_commit = on');
  }

  /** Limits how long later statements wait for a lock. */
  async limitLockWaits(milliseconds: number): Promise<void> {
    await this.order(`SET LOCAL lock_timeout = ${milliseconds}`);
  }

  /**
   * Runs `work` completely or not at all: if it throws, its writes and locks are rolled back and the transaction
   * continues. An error from the database counts, too; if it ends the entire transaction, the next statement throws it
   * again.
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

  /** Calls `action` once the transaction is known to be committed. Never called after a rollback. */
  afterCommit(action: () => void): void {
    this.#afterCommit.push(action);
  }

  runAfterCommit(): void {
    for (const action of this.#afterCommit) action();
  }

  /** Sends a statement without a result, before any later statement. */
  private async order(sql: string, parameters: readonly unknown[] = []): Promise<void> {
    await this.sendWrites();
    await this.sendBegin();
    await this.sendAhead(sql, parameters);
  }

  private async sendBegin(): Promise<void> {
    if (!this.#isToBegin) return;
    this.#isToBegin = false;
    this.#begun = (await this.sendAhead(BEGIN)).sent;
  }

  private async sendWrites(): Promise<void> {
    if (this.#pending.length === 0) return;
    await this.sendBegin();
    await this.#begun;
    await this.sendPending();
  }

  private async sendPending(): Promise<void> {
    const writes = this.#pending;
    this.#pending = [];
    const { sql, parameters } = together(writes);
    await this.sendAhead(sql, parameters, (error) => refusalOf(writes, error));
  }

  private async sendInOrder(query: Query, statement: readonly unknown[]): Promise<unknown> {
    const text = String(statement[0]);
    if (ROLLBACK_TO.test(text)) {
      this.#pending = [];
      this.#ahead = [];
    }
    await this.sendWrites();
    await this.sendBegin();
    if (!READ.test(text)) await this.#begun;
    return this.answerOf(() => query(...statement));
  }

  private async commit(query: Query): Promise<void> {
    if (!this.#isToBegin) {
      await this.sendWrites();
      await this.answerOf(() => query(COMMIT));
    } else if (this.#pending.length > 0) {
      await this.sendPending();
      await this.answerOf();
    }
  }

  private async rollBack(query: Query): Promise<void> {
    this.#pending = [];
    this.#ahead = [];
    if (!this.#isToBegin) await query(ROLLBACK);
  }

  /**
   * Sends a statement without going through TypeORM, which would do other things first: the next statement must not
   * overtake this one.
   */
  private async sendAhead(
    sql: string,
    parameters: readonly unknown[] = [],
    explain: (error: unknown) => unknown = (error) => error,
  ): Promise<{ readonly sent: Promise<unknown> }> {
    const { queryRunner } = this.manager;
    if (!queryRunner) throw new Error('A transaction without a connection');
    const client = (await queryRunner.connect()) as pg.PoolClient;
    const sent = client.query(sql, [...parameters]).catch((error: unknown) => {
      throw explain(error instanceof Error ? new QueryFailedError(sql, [...parameters], error) : error);
    });
    // The next statement reports the error. If the transaction is rolled back first, nobody needs it.
    sent.catch(() => undefined);
    this.#ahead.push(sent);
    return { sent };
  }

  /** Returns the answer to a statement, after waiting for the answers to all statements sent before it. */
  private async answerOf(send?: () => Promise<unknown>): Promise<unknown> {
    const ahead = this.#ahead;
    this.#ahead = [];
    const answer = send?.();
    if (ahead.length === 0) return answer;
    // The first failure is thrown, because it caused the later ones.
    const ends = await Promise.allSettled([...ahead, answer]);
    const failed = ends.find(({ status }) => status === 'rejected');
    return failed ? Promise.reject((failed as PromiseRejectedResult).reason as Error) : answer;
  }
}

/** TypeORM returns `[rows, count]` for UPDATE and DELETE, but only the rows for other statements. */
function returnedRows<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}
