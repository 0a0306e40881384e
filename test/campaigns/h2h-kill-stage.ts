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

/** A lock that somebody else has to wait for. */
export interface DatabaseLock {
  awaited(): Promise<unknown>;
  release(): Promise<void>;
}

/** Outlasts every wait of the spec: what is stopped on purpose must not give up by itself. */
const PATIENCE_MS = '60000';

const SETTINGS = {
  ...TEST_SETTINGS,
  PATH: process.env['PATH'],
  LOG_LEVEL: 'warn',
  PROVIDER_TIMEOUT_MS: PATIENCE_MS,
  DATABASE_LOCK_TIMEOUT_MS: PATIENCE_MS,
  DATABASE_STATEMENT_TIMEOUT_MS: PATIENCE_MS,
  // Each call that is stopped in the database keeps a connection.
  DATABASE_POOL_SIZE: '30',
};

/** Two replicas as real processes, of which one is killed, in front of a provider that can be cut off. */
export class KillStage {
  /** Works without the ticks of the other one, so that nothing goes on while that is dead. */
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
      // The end of a session or a webhook is what has an order looked at, never its own schedule.
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

  /** `kill -9` of the first replica. */
  kill(): Promise<void> {
    return this.parts.worker.process.kill();
  }

  /** Starts a new process in the place of the first replica. */
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

  /** The order's secrets that reached the provider, and its answer to them. */
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
