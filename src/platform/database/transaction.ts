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
 * A transaction. It gets no new feature (docs/adr/0046). Repositories that write take it as their first argument, so
 * that no statement of a money path can run outside one by accident.
 *
 * A statement that decides nothing is not waited for: BEGIN, locks, settings and writes go to the database together with
 * the next statement, in their order, and fail with it. Only a write waits for the answer to BEGIN: were that an error,
 * it would be kept as a transaction of its own. Writes that are all that a transaction does are one, without a BEGIN.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  #pending: Write[] = [];
  /** Statements that were sent and not waited for. */
  #ahead: Promise<unknown>[] = [];
  /** Whether BEGIN is still to be sent. */
  #isToBegin = false;
  #begun: Promise<unknown> = Promise.resolve();

  /** @param manager of a runner that has not begun yet, or has */
  constructor(readonly manager: EntityManager) {
    const { queryRunner } = manager;
    if (!queryRunner) return;
    const query = queryRunner.query.bind(queryRunner) as Query;
    // Every statement of TypeORM comes here, BEGIN and COMMIT too: none overtakes a write.
    queryRunner.query = (async (...statement: readonly unknown[]) => {
      const text = String(statement[0]);
      if (text === BEGIN) this.#isToBegin = true;
      else if (text === COMMIT) await this.commit(query);
      else if (text === ROLLBACK) await this.rollBack(query);
      else return this.sendInOrder(query, statement);
      return undefined;
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

  /** Locks a name for every replica until the transaction ends: alone, or together with others that share it. */
  async lockName(name: string, mode: 'alone' | 'shared' = 'alone'): Promise<void> {
    const lock = mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
    await this.order(`SELECT ${lock}(hashtextextended($1, 0))`, [name]);
  }

  /** The same of several names, always in one order: two that lock several cannot wait for each other. */
  async lockNames(names: readonly string[]): Promise<void> {
    await this.order(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key) AS keys`,
      [names],
    );
  }

  /** Has the commit wait for the disk, whatever the database does otherwise. */
  async commitDurably(): Promise<void> {
    await this.order('SET LOCAL synchronous_commit = on');
  }

  /** Has later statements wait so long for a lock at most. */
  async limitLockWaits(milliseconds: number): Promise<void> {
    await this.order(`SET LOCAL lock_timeout = ${milliseconds}`);
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

  /** Has the database do something that answers nothing, before whatever comes next. */
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

  /** Sends what is still to be written. */
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

  /** Past TypeORM, which does a few things before it sends: what comes next must not be sent before. */
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
    // Told of by the next statement, or by nobody when the transaction is rolled back before.
    sent.catch(() => undefined);
    this.#ahead.push(sent);
    return { sent };
  }

  /** The answer to a statement and to all that were sent ahead of it, which end before it does. */
  private async answerOf(send?: () => Promise<unknown>): Promise<unknown> {
    const ahead = this.#ahead;
    this.#ahead = [];
    const answer = send?.();
    if (ahead.length === 0) return answer;
    // The first that failed is why the later ones did.
    const ends = await Promise.allSettled([...ahead, answer]);
    const failed = ends.find(({ status }) => status === 'rejected');
    return failed ? Promise.reject((failed as PromiseRejectedResult).reason as Error) : answer;
  }
}

/** TypeORM answers UPDATE and DELETE with `[rows, count]` and every other statement with the rows alone. */
function returnedRows<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}
