import { findFreePort } from '../../dev/processes/local.port.js';
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
  const port = String(await findFreePort());
  const purser = await startPurser({
    DATABASE_URL: database.url,
    PROVIDER_BASE_URL: sandbox.url,
    PORT: port,
    // Where the callbacks of payouts go.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });
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
