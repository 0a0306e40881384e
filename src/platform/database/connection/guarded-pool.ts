import pg from 'pg';
import { PreparedStatements } from './prepared-statements.js';

/** The message of `pg` when `query_timeout` is over; it has no code. */
export const READ_TIMEOUT = 'Query read timeout';

// The message of `pg-pool` when `connectionTimeoutMillis` is over; it has no code either.
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** None of the pool's connections came free in time: the statement was never sent, nor the transaction begun. */
export class NoFreeConnectionError extends Error {
  override readonly name = 'NoFreeConnectionError';
}

// feature_not_supported: the rows of a prepared statement have another shape since a migration.
const STALE_PLAN = '0A000';

/** How connections are made, beside what `pg` knows. */
export interface GuardedOptions extends pg.ClientConfig {
  /** Whether the session is one server's from its beginning to its end, so that it may keep prepared statements. */
  readonly keepsSession?: boolean;
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A connection that is dropped when the server does not answer in time. The time-outs of the server end nothing when
 * the server, or the way to it, is gone without a word: until the kernel notices, a quarter of an hour, each statement
 * on such a connection would wait behind the one before.
 */
class GuardedClient extends pg.Client {
  constructor(config?: GuardedOptions) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    const prepared = config?.keepsSession === true ? new PreparedStatements() : null;
    this.query = ((...given: unknown[]): unknown => {
      const [text, values, ...others] = given;
      const hasParameters = Array.isArray(values) && values.length > 0;
      // Others plan nothing, as `COMMIT`.
      const isPlanned = typeof text === 'string' && (hasParameters || text.startsWith('SELECT '));
      const name = isPlanned ? prepared?.nameOf(text) : undefined;
      // Statements of one turn are one packet.
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => {
        stream.uncork();
      });
      const sent = name === undefined ? query(...given) : query({ name, text, values }, ...others);
      const answer = text === 'COMMIT' && sent instanceof Promise ? sent.then(assertCommitted) : sent;
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          // The pool throws away a connection whose socket is gone.
          if (error instanceof Error && error.message === READ_TIMEOUT) this.connection.stream.destroy();
          if (name !== undefined && isStalePlan(error)) prepared?.forget(text as string);
        });
      }
      return answer;
    }) as typeof this.query;
  }
}

/** PostgreSQL answers COMMIT of a transaction that has failed without an error, by the word of what it did. */
function assertCommitted(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'COMMIT') throw new Error('The transaction had failed before, and was rolled back');
  return result;
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STALE_PLAN;
}

/**
 * A connection pool whose connections may break at any moment. The pool and TypeORM each listen for errors of a
 * connection only while it is theirs; one that arrives in between would be nobody's, and end the process. The
 * connection is dropped all the same, and whoever uses it learns of it from its query.
 */
class GuardedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: GuardedClient });
    this.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    const connect = this.connect.bind(this) as (connected: Connected) => void;
    // TypeORM and the pool itself ask by callback only.
    this.connect = ((connected: Connected): void => {
      connect((error, client, release) => {
        connected(error?.message === NO_FREE_CONNECTION ? new NoFreeConnectionError() : error, client, release);
      });
    }) as typeof this.connect;
  }
}

/** The driver that TypeORM is given. */
export const guardedDriver = { ...pg, Pool: GuardedPool };
