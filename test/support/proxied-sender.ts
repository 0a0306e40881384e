import { DatabaseProxy } from './database-proxy.js';
import { startPurser, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

type Settings = Readonly<Record<string, string>>;

/** Two replicas of one database. One of them connects through a proxy that can lose data. */
export interface ProxiedSender {
  readonly sandbox: TestSandbox;
  readonly database: TestDatabase;
  readonly proxy: DatabaseProxy;
  /** Claims and sends payouts through the proxy. It runs no ticks. */
  readonly sender: TestPurser;
  /** Another replica, without faults. */
  readonly other: TestPurser;
  close(): Promise<void>;
}

/** @param ofSender settings for the sender only */
export async function openProxiedSender(settings: Settings, ofSender: Settings = {}): Promise<ProxiedSender> {
  const [sandbox, database] = await Promise.all([TestSandbox.start(), createTestDatabase()]);
  const proxy = await DatabaseProxy.start(database.url);
  const ofBoth = { PROVIDER_BASE_URL: sandbox.url, ...settings };
  const sender = await startPurser({ ...ofBoth, DATABASE_URL: proxy.url, PURSER_ROLES: 'api', ...ofSender });
  const other = await startPurser({ ...ofBoth, DATABASE_URL: database.url });
  return {
    sandbox,
    database,
    proxy,
    sender,
    other,
    close: async () => {
      await Promise.all([sender.close(), other.close()]);
      await proxy.close();
      await Promise.all([sandbox.close(), database.drop()]);
    },
  };
}
