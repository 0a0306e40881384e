import pg from 'pg';

/** Application name of the test's own connections, which are spared when others are cut. */
export const TEST_NAME = 'fault-test';

/** A lock that a separate session holds. */
export interface HeldLock {
  readonly pid: number;
  release(): Promise<void>;
}

/** Begins a transaction and runs a statement in it. Its locks are held until `release`. */
export async function holdLock(
  connectionString: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<HeldLock> {
  const client = new pg.Client({ connectionString, application_name: TEST_NAME });
  // A test may stop the database during the session.
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
