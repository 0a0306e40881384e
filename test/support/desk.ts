import { findFreePort } from '../../dev/processes/local.port.js';
import type { Scope } from '../../src/access/scopes/scopes.js';
import type { Extra } from '../../src/platform/config/extra.js';
import { insertKey } from './api-keys.js';
import type { GraphqlClient } from './graphql-client.js';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.js';
import { startPurser, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';

/** Purser with its own database, and the sandbox as its provider, which sends it webhooks. */
export interface Desk {
  readonly database: TestDatabase;
  readonly sandbox: TestSandbox;
  readonly purser: TestPurser;
  /** Creates a key with exactly these scopes and returns the API with it. */
  keyWith(scopes: readonly Scope[]): Promise<GraphqlClient>;
  close(): Promise<void>;
}

export async function openDesk(
  settings: Readonly<Record<string, string>> = {},
  { extras = [], ...databaseOptions }: TestDatabaseOptions & { readonly extras?: readonly Extra[] } = {},
): Promise<Desk> {
  const database = await createTestDatabase(databaseOptions);
  const sandbox = await TestSandbox.start();
  const port = String(await findFreePort());
  const own = {
    DATABASE_URL: database.url,
    PROVIDER_BASE_URL: sandbox.url,
    PORT: port,
    // The address for payout callbacks.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const purser = await startPurser({ ...own, ...settings }, extras);
  await sandbox.sendWebhooksTo(purser.orderWebhookUrl);
  return {
    database,
    sandbox,
    purser,
    keyWith: async (scopes) => purser.as(await insertKey(database, { scopes })),
    close: async () => {
      await purser.close();
      await sandbox.close();
      await database.drop();
    },
  };
}
