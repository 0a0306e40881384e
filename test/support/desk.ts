import { createTestDatabase, type TestDatabase } from './test-database.js';
import { startPurser, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';

/** Purser with a database of its own and the sandbox as its payment service, which sends its webhooks back. */
export interface Desk {
  readonly database: TestDatabase;
  readonly sandbox: TestSandbox;
  readonly purser: TestPurser;
  close(): Promise<void>;
}

export async function openDesk(settings: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const database = await createTestDatabase();
  const sandbox = await TestSandbox.start();
  const purser = await startPurser({ DATABASE_URL: database.url, PROVIDER_BASE_URL: sandbox.url, ...settings });
  await sandbox.sendWebhooksTo(purser.orderWebhookUrl);
  return {
    database,
    sandbox,
    purser,
    close: async () => {
      await purser.close();
      await sandbox.close();
      await database.drop();
    },
  };
}
