import { randomBytes, randomUUID } from 'node:crypto';
import { findFreePort } from '../../dev/processes/local.port.js';
import type { Scope } from '../../src/access/scopes.js';
import { loadConfig } from '../../src/config/config.js';
import { FieldCipher } from '../../src/database/field-cipher.js';
import type { GraphqlClient } from './graphql-client.js';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';

/** Purser with a database of its own and the sandbox as its payment service, which sends its webhooks back. */
export interface Desk {
  readonly database: TestDatabase;
  readonly sandbox: TestSandbox;
  readonly purser: TestPurser;
  /** The API in the hands of somebody whose new key holds these scopes and no others. */
  keyWith(scopes: readonly Scope[]): Promise<GraphqlClient>;
  close(): Promise<void>;
}

export async function openDesk(
  settings: Readonly<Record<string, string>> = {},
  databaseOptions: TestDatabaseOptions = {},
): Promise<Desk> {
  const database = await createTestDatabase(databaseOptions);
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
    keyWith: async (scopes) => purser.as(await insertKey(database, scopes)),
    close: async () => {
      await purser.close();
      await sandbox.close();
      await database.drop();
    },
  };
}

async function insertKey(database: TestDatabase, scopes: readonly Scope[]): Promise<string> {
  const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url }));
  const key = `pk_test_${randomBytes(24).toString('hex')}`;
  await database.query(
    `INSERT INTO api_keys (id, name, key_hash, scopes, confirmed_at) VALUES ($1, 'test', $2, $3, now())`,
    [randomUUID(), cipher.keyedHash('api-key', key), scopes],
  );
  return key;
}
