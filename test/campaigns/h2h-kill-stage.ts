import { findFreePort } from '../../dev/processes/local.port.js';
import { RestartableProcess } from '../rig/stage/restartable-process.js';
import { holdLock } from '../rig/stage/postgres/held-lock.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import { GraphqlClient } from '../support/graphql-client.js';
import { enableEveryMethod } from '../support/h2h.js';
import { OPERATOR_API_KEY, TEST_SETTINGS } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { ProviderGate } from './h2h-kill-gate.js';

/** A lock that makes another session wait. */
export interface DatabaseLock {
  awaited(): Promise<unknown>;
  release(): Promise<void>;
}

/** Longer than any wait in the spec, because calls that the test holds must not time out. */
const PATIENCE_MS = '60000';

const SETTINGS = {
  ...TEST_SETTINGS,
  PATH: process.env['PATH'],
  LOG_LEVEL: 'warn',
  PROVIDER_TIMEOUT_MS: PATIENCE_MS,
  DATABASE_LOCK_TIMEOUT_MS: PATIENCE_MS,
  DATABASE_STATEMENT_TIMEOUT_MS: PATIENCE_MS,
  // Each call that waits for a lock occupies a connection.
  DATABASE_POOL_SIZE: '30',
};

/** Two replicas as real processes, in front of a provider that can be cut off. The first one can be killed. */
export class KillStage {
  /** Runs no ticks, so nothing continues while the first replica is dead. */
  readonly second: GraphqlClient;
  readonly first: GraphqlClient;

  static async open(): Promise<KillStage> {
    const database = await createTestDatabase();
    const sandbox = await TestSandbox.start();
    const gate = await ProviderGate.start();
    gate.target = sandbox.url;
    const settings = {
      ...SETTINGS,
      DATABASE_URL: database.url,
      PROVIDER_BASE_URL: gate.url,
      // Only the end of a session or a webhook may trigger a read-back of the order, not its schedule.
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1], orderCheckDelaysSeconds: [600] }),
    };
    const worker = await replicaOf({ ...settings, PURSER_ROLES: 'api,worker' });
    const answerer = await replicaOf({ ...settings, PURSER_ROLES: 'api' });
    const stage = new KillStage({ database, sandbox, gate, worker, answerer });
    try {
      await Promise.all([worker.process.start(), answerer.process.start()]);
      await sandbox.sendWebhooksTo(`${answerer.url}/webhooks/orders/${TEST_SETTINGS.ORDER_WEBHOOK_PATH_SECRET}`);
      await enableEveryMethod({
        admin: new GraphqlClient({ url: worker.url, apiKey: TEST_SETTINGS.BOOTSTRAP_API_KEY }),
      });
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  private constructor(
    private readonly parts: {
      readonly database: TestDatabase;
      readonly sandbox: TestSandbox;
      readonly gate: ProviderGate;
      readonly worker: Replica;
      readonly answerer: Replica;
    },
  ) {
    this.first = clientOf(parts.worker);
    this.second = clientOf(parts.answerer);
  }

  get sandbox(): TestSandbox {
    return this.parts.sandbox;
  }

  get gate(): ProviderGate {
    return this.parts.gate;
  }

  get database(): TestDatabase {
    return this.parts.database;
  }

  /** Kills the first replica with `kill -9`. */
  kill(): Promise<void> {
    return this.parts.worker.process.kill();
  }

  /** Starts the first replica again as a new process. */
  restart(): Promise<void> {
    return this.parts.worker.process.start();
  }

  async lock(statement: string, parameters: readonly unknown[] = []): Promise<DatabaseLock> {
    const lock = await holdLock(this.database.url, statement, parameters);
    return {
      awaited: () =>
        eventually('somebody waits for the lock', async () => {
          const [waiting] = await this.database.query(
            'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
            [lock.pid],
          );
          return waiting;
        }),
      release: () => lock.release(),
    };
  }

  /** Returns the order's cards and codes that reached the provider, and the outcome of each. */
  async booked(providerOrderId: string): Promise<{ readonly cards: string[]; readonly codes: string[] }> {
    const { cards, codes } = await this.sandbox.bookedOrder(providerOrderId);
    return {
      cards: cards.map(({ outcome }) => outcome),
      codes: codes.map(({ outcome, round }) => `${outcome} in round ${round}`),
    };
  }

  async close(): Promise<void> {
    const { worker, answerer, gate, sandbox, database } = this.parts;
    await Promise.all([worker.process.stop(), answerer.process.stop()]);
    await gate.close();
    await sandbox.close();
    await database.drop();
  }
}

interface Replica {
  readonly url: string;
  readonly process: RestartableProcess;
}

async function replicaOf(settings: NodeJS.ProcessEnv): Promise<Replica> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const process = new RestartableProcess({
    name: `replica of ${settings['PURSER_ROLES'] ?? ''}`,
    script: 'dist/main.js',
    environment: { ...settings, PORT: port },
    readyUrl: `${url}/readyz`,
    onLine: () => undefined,
  });
  return { url, process };
}

function clientOf({ url }: Replica): GraphqlClient {
  return new GraphqlClient({ url, apiKey: OPERATOR_API_KEY });
}
