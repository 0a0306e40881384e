import pg from 'pg';

/** The message of `pg` when `query_timeout` is over; it has no code. */
export const READ_TIMEOUT = 'Query read timeout';

// The message of `pg-pool` when `connectionTimeoutMillis` is over; it has no code either.
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** None of the pool's connections came free in time: the statement was never sent, nor the transaction begun. */
export class NoFreeConnectionError extends Error {
  override readonly name = 'NoFreeConnectionError';
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A connection that is given up when the server does not answer in time. The time-outs of the server end nothing when
 * the server, or the way to it, is gone without a word: until the kernel notices, a quarter of an hour, each statement
 * on such a connection would wait behind the one before.
 */
class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]): unknown => {
      const answer = query(...given);
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          // The pool throws away a connection whose socket is gone.
          if (error instanceof Error && error.message === READ_TIMEOUT) this.connection.stream.destroy();
        });
      }
      return answer;
    }) as typeof this.query;
  }
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
