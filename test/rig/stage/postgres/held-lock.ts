import pg from 'pg';

/** Of the connections of the test itself, which are left alone when others are cut. */
export const TEST_NAME = 'fault-test';

/** Holds the lock of a statement in a session of its own. */
export interface HeldLock {
  /** The process of the session. */
  readonly pid: number;
  release(): Promise<void>;
}

/** Begins a transaction and runs a statement in it, whose locks are held until they are released. */
export async function holdLock(
  connectionString: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<HeldLock> {
  const client = new pg.Client({ connectionString, application_name: TEST_NAME });
  // A test may take the database away from under it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement, [...parameters]);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return { pid: rows[0]?.pid ?? 0, release: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}
