import pg from 'pg';
import { PreparedStatements } from './prepared-statements.js';

/** The error message of `pg` for `query_timeout`, which has no error code. */
export const READ_TIMEOUT = 'Query read timeout';

// The error message of `pg-pool` for `connectionTimeoutMillis`, which has no error code either.
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** No connection in the pool became free in time, so nothing was sent. */
export class NoFreeConnectionError extends Error {
  override readonly name = 'NoFreeConnectionError';
}

// feature_not_supported: a migration changed the result columns of a prepared statement.
const STALE_PLAN = '0A000';

export interface GuardedOptions extends pg.ClientConfig {
  /** Whether a session always stays on one server connection, so that it can use prepared statements. */
  readonly keepsSession?: boolean;
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A client that drops its connection if the server does not answer in time. The server's own timeouts do not help if
 * the server or the network disappears: statements would queue for a quarter of an hour, until the kernel notices.
 */
class GuardedClient extends pg.Client {
  constructor(config?: GuardedOptions) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    const prepared = config?.keepsSession === true ? new PreparedStatements() : null;
    this.query = ((...given: unknown[]): unknown => {
      const [text, values, ...others] = given;
      const hasParameters = Array.isArray(values) && values.length > 0;
      // Other statements, such as `COMMIT`, have no plan to store.
      const isPlanned = typeof text === 'string' && (hasParameters || text.startsWith('SELECT '));
      const name = isPlanned ? prepared?.nameOf(text) : undefined;
      // Statements sent in the same tick share one packet.
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => {
        stream.uncork();
      });
      const sent = name === undefined ? query(...given) : query({ name, text, values }, ...others);
      const answer = text === 'COMMIT' && sent instanceof Promise ? sent.then(assertCommitted) : sent;
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          // The pool discards a connection whose socket is closed.
          if (error instanceof Error && error.message === READ_TIMEOUT) this.connection.stream.destroy();
          if (name !== undefined && isStalePlan(error)) prepared?.forget(text as string);
        });
      }
      return answer;
    }) as typeof this.query;
  }
}

/** PostgreSQL answers a COMMIT of a failed transaction without an error; only the command tag is different. */
function assertCommitted(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'COMMIT') throw new Error('The transaction had failed before, and was rolled back');
  return result;
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STALE_PLAN;
}

/**
 * A connection pool that survives broken connections. The pool and TypeORM each listen for errors of a connection only
 * while they hold it; an error in between would end the process. The connection is dropped either way, and the
 * query that is using it fails.
 */
class GuardedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: GuardedClient });
    this.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    const connect = this.connect.bind(this) as (connected: Connected) => void;
    // TypeORM and the pool itself only use the form with a callback.
    this.connect = ((connected: Connected): void => {
      connect((error, client, release) => {
        connected(error?.message === NO_FREE_CONNECTION ? new NoFreeConnectionError() : error, client, release);
      });
    }) as typeof this.connect;
  }
}

export const guardedDriver = { ...pg, Pool: GuardedPool };
