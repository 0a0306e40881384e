import pg from 'pg';

/**
 * Runs one statement on a new connection and returns its rows. Used before the application has connections, or
 * independently of them.
 */
export async function askOnce<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ application_name: 'purser-boot', ...connection });
  // If the connection breaks, the statement fails and reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql, [...parameters])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
