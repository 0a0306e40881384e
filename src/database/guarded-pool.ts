import pg from 'pg';

/**
 * A connection pool whose connections may break at any moment. The pool and TypeORM each listen for errors of a
 * connection only while it is theirs; one that arrives in between would be nobody's, and end the process. The
 * connection is dropped all the same, and whoever uses it learns of it from its query.
 */
class GuardedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
    });
  }
}

/** The driver that TypeORM is given. */
export const guardedDriver = { ...pg, Pool: GuardedPool };
