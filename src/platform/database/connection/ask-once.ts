import pg from 'pg';

/**
 * Runs one statement on a connection of its own and returns its rows: for what must be known before the application
 * has its connections, or beside it.
 */
export async function askOnce<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ application_name: 'purser-boot', ...connection });
  // A connection that breaks while it is used fails the statement, which says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql, [...parameters])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
