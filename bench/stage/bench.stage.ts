import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres/embedded-postgres.launcher.js';
import { findFreePort } from '../../dev/processes/local.port.js';
import { superviseProcess } from '../../dev/processes/supervised.process.js';
import { findProjectRoot } from '../../dev/start/project.root.js';
import { awaitReady } from '../../dev/start/readiness.probe.js';
import { seedOrders } from './orders.seed.js';
import { DATABASE_POOL_SIZE, PROVIDER_API_TOKEN, purserEnvironment, type PurserSettings } from './purser.settings.js';

/** A server in a process of its own. */
export interface Contender {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Both contenders on one database with orders in it, and the provider they call. */
export interface Stage {
  readonly database: pg.Pool;
  /** Answers requests and runs no ticks. */
  readonly purser: Contender;
  readonly bare: Contender;
  /** One more Purser, as it runs by default. */
  startWholePurser(): Promise<Contender>;
  /** Stops everything, the last started first, and removes the data. */
  close(): Promise<void>;
}

type Closing = () => Promise<unknown>;

/** @throws Error when something does not come up; nothing is left running then. */
export async function openStage(): Promise<Stage> {
  const closings: Closing[] = [];
  const close = async (): Promise<void> => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    return await assemble(closings, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(closings: Closing[], close: () => Promise<void>): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  closings.push(() => rm(directory, { recursive: true, force: true }));
  // Durable, as in production: a commit that does not reach the disk would make every statement look expensive.
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres') });
  closings.push(() => postgres.stop());
  const databaseUrl = postgres.url;
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  closings.push(() => database.end());

  const start = async (script: string, environmentFor: (port: number) => NodeJS.ProcessEnv): Promise<Contender> => {
    const contender = await startContender(script, environmentFor);
    closings.push(() => contender.stop());
    return contender;
  };
  const { url: providerUrl } = await start('build/bench/provider/main.js', (port) => ({ PORT: String(port) }));
  const startPurser = (roles: PurserSettings['roles']): Promise<Contender> =>
    start('dist/main.js', (port) => purserEnvironment({ port, databaseUrl, providerUrl, roles }));
  // First, since it makes the tables.
  const purser = await startPurser('api');
  await seedOrders(database);
  const bare = await start('build/bench/bare/main.js', (port) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(DATABASE_POOL_SIZE),
    PROVIDER_BASE_URL: providerUrl,
    PROVIDER_API_TOKEN,
  }));
  return { database, purser, bare, startWholePurser: () => startPurser('api,worker'), close };
}

async function startContender(script: string, environmentFor: (port: number) => NodeJS.ProcessEnv): Promise<Contender> {
  const root = findProjectRoot();
  if (!existsSync(join(root, script))) throw new Error(`${script} is missing: run "npm run build" first.`);
  const port = await findFreePort();
  const child = superviseProcess({
    name: script,
    script: join(root, script),
    workingDirectory: root,
    environment: environmentFor(port),
    onLine: ({ from, text }) => {
      console.error(`[${from}] ${text}`);
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await awaitReady(child, { url: `${url}/readyz` });
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, stop: () => child.stop() };
}
