import { findFreePort } from '../../dev/processes/local.port.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { insertKey } from './api-keys.js';
import { openPostgresPair, type TestPair } from './postgres-pair.js';
import { startPurser, type TestPurser } from './purser.js';
import { RestorableDesk } from './restorable-desk.js';
import { TestSandbox } from './sandbox.js';
import { OPERATOR_API_KEY } from './settings.js';
import type { TestDatabase } from './test-database.js';

/** Purser with a database that loses everything after a certain moment, while the provider remembers. */
export interface ForgetfulDesk {
  readonly purser: TestPurser;
  readonly sandbox: TestSandbox;
  readonly database: Pick<TestDatabase, 'url' | 'query'>;
  /** Marks the moment after which everything will be lost. */
  backUp(): Promise<void>;
  /** Loses everything since the backup. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Loses data by restoring a backup. */
export const openRestorable = (settings: Settings): Promise<ForgetfulDesk> => RestorableDesk.open(settings);

/** Loses data by a failover to a lagging standby. */
export async function openLagging(settings: Settings): Promise<ForgetfulDesk> {
  const port = String(await findFreePort());
  const sandbox = await TestSandbox.start();
  const opened = await openPostgresPair('asynchronous');
  try {
    return await LaggingDesk.start({ port, sandbox, opened, settings });
  } catch (error) {
    await sandbox.close();
    await opened.close();
    throw error;
  }
}

class LaggingDesk implements ForgetfulDesk {
  static async start({
    port,
    sandbox,
    opened,
    settings,
  }: {
    readonly port: string;
    readonly sandbox: TestSandbox;
    readonly opened: TestPair;
    readonly settings: Settings;
  }): Promise<LaggingDesk> {
    const { pair } = opened;
    await migrate(pair.url);
    const database = { url: pair.url, query: pair.query.bind(pair) };
    await insertKey(database, { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
    const purser = await startPurser({
      DATABASE_URL: pair.url,
      PROVIDER_BASE_URL: sandbox.url,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    });
    return new LaggingDesk(purser, sandbox, database, opened);
  }

  private constructor(
    readonly purser: TestPurser,
    readonly sandbox: TestSandbox,
    readonly database: Pick<TestDatabase, 'url' | 'query'>,
    private readonly opened: TestPair,
  ) {}

  async backUp(): Promise<void> {
    await this.opened.pair.standbyIsLevel();
    this.opened.pair.replication.hold();
  }

  async restore(): Promise<void> {
    await this.opened.pair.killPrimary();
    await this.opened.pair.promote();
  }

  async close(): Promise<void> {
    await this.purser.close();
    await this.sandbox.close();
    await this.opened.close();
  }
}
