import { startThroughCut, startThroughOutage } from '../support/start-outage.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('start whose database goes away', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it.each(['migrations', 'api_keys', 'status_changes'])(
    'the start begins again if its connections are cut while it waits for %s',
    async (table) => {
      const purser = await startThroughCut(database, table);
      expect((await fetch(`${purser.url}/readyz`)).status).toBe(200);
      expect(purser.logLines.join('\n')).toContain('"event":"waiting_for_database","variable":"DATABASE_URL"');
      await purser.close();
    },
  );

  it.each([
    ['migrations are read', 'migrations'],
    ['the encryption key is checked', 'encryption_check'],
    ['the account of the configuration is written', 'accounts'],
    ['the status feed reads its end', 'status_changes'],
  ])('the start begins again if the database goes away while %s', async (_, table) => {
    const purser = await startThroughOutage(database, table);
    expect((await fetch(`${purser.url}/readyz`)).status).toBe(200);
    expect(purser.logLines.join('\n')).toContain('"event":"waiting_for_database","variable":"DATABASE_URL"');
    await purser.close();
  });
});
