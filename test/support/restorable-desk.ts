import { findFreePort } from '../../dev/processes/local.port.js';
import { startPurser, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** Purser at one address, whose database is restored to an earlier copy while the provider continues. */
export class RestorableDesk {
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<RestorableDesk> {
    const port = String(await findFreePort());
    const sandbox = await TestSandbox.start();
    const all = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, PROVIDER_BASE_URL: sandbox.url, ...settings };
    const database = await createTestDatabase();
    const desk = new RestorableDesk(sandbox, all, database, await startPurser({ DATABASE_URL: database.url, ...all }));
    await sandbox.sendWebhooksTo(desk.purser.orderWebhookUrl);
    return desk;
  }

  #backup: TestDatabase | null = null;

  private constructor(
    readonly sandbox: TestSandbox,
    private readonly settings: Readonly<Record<string, string>>,
    public database: TestDatabase,
    public purser: TestPurser,
  ) {}

  /** Keeps a copy of the current database. */
  async backUp(): Promise<void> {
    await this.purser.close();
    this.#backup = await this.database.copy();
    await this.start();
  }

  /** Drops the database and starts Purser on the copy. */
  async restore(): Promise<void> {
    if (!this.#backup) throw new Error('There is no backup');
    await this.purser.close();
    await this.database.drop();
    this.database = this.#backup;
    this.#backup = null;
    await this.start();
  }

  async close(): Promise<void> {
    await this.purser.close();
    await this.sandbox.close();
    await this.#backup?.drop();
    await this.database.drop();
  }

  private async start(): Promise<void> {
    this.purser = await startPurser({ DATABASE_URL: this.database.url, ...this.settings });
  }
}
