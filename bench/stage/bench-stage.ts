import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres/embedded-postgres-launcher.js';
import { findFreePort } from '../../dev/processes/local.port.js';
import { makeOperatorKey } from '../../dev/start/operator-key.js';
import { startReady } from '../../dev/start/readiness-probe.js';
import { Closings } from '../../test/rig/stage/closings.js';
import { askForRecording, readScripts, type RecordedKind } from '../recording/record-requests.js';
import { RECORDING_FILE } from '../recording/recorded-request.js';
import type { RequestScript } from '../recording/request-script.js';
import { seedOrders } from './orders-seed.js';
import { seedPayouts } from './payouts-seed.js';
import type { PostGraphile } from './postgraphile-package.js';
import {
  APPROVER_API_KEY,
  BOOTSTRAP_API_KEY,
  DATABASE_POOL_SIZE,
  IMAGE_ENVIRONMENT,
  PROVIDER_API_TOKEN,
  purserEnvironment,
  type PurserSettings,
} from './purser-settings.js';

/** A server in its own process. */
export interface Contender {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StageDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
}

/** A build other than the default: another built checkout, the path of another Node, or both. */
export interface Build {
  readonly checkout?: string | null;
  readonly node?: string;
}

/** Both contenders on one database with seeded orders and payouts, and the provider they call. */
export interface Stage {
  readonly database: pg.Pool;
  /** Answers requests and runs no ticks. */
  readonly purser: Contender;
  readonly bare: Contender;
  /** API key of an operator, who takes payments and creates payouts. */
  readonly operatorKey: string;
  readonly providerUrl: string;
  /** Starts one more Purser, with all default roles, on the same database. */
  startWholePurser(): Promise<Contender>;
  /** Starts another Purser like `purser`, with these settings changed. */
  startPurser(settings?: Readonly<Record<string, string>>, build?: Build): Promise<Contender>;
  /** @param node path of another Node */
  startBare(node?: string): Promise<Contender>;
  /** Starts PostGraphile on the same database. */
  startPostGraphile(installed: PostGraphile): Promise<Contender>;
  createDatabase(name: string): Promise<StageDatabase>;
  /** Starts a Purser that migrates the database, runs only ticks, and polls each verification at this interval. */
  startPoller(databaseUrl: string, everySeconds: number): Promise<Contender>;
  /** Starts a Purser that migrates the database and runs one tick per POST. */
  startTick(databaseUrl: string): Promise<Contender>;
  /** Stops everything in reverse order of its start and removes the data. */
  close(): Promise<void>;
}

// A few busy weeks for a merchant: enough that PostgreSQL uses the indexes and the first rounds run like the last.
const PAYOUTS = 10_000;

/** Records Purser's steps for the bare server. */
export type KindsToRecord = (purser: Contender, operatorKey: string) => readonly RecordedKind[];

interface Recording {
  readonly operatorKey: string;
  readonly scripts: Readonly<Record<string, RequestScript>>;
}

/** @throws Error if a part does not come up; nothing keeps running then */
export async function openStage(kindsToRecord: KindsToRecord): Promise<Stage> {
  const closings = new Closings();
  try {
    return await assemble(closings, kindsToRecord);
  } catch (error) {
    await closings.close();
    throw error;
  }
}

async function assemble(closings: Closings, kindsToRecord: KindsToRecord): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  const dataDirectory = join(directory, 'postgres');
  closings.add(async () => {
    // If root runs the bench, this path is a link to a directory that the database's user can reach. That directory
    // must be deleted too, because the ticks leave gigabytes in it.
    const data = await realpath(dataDirectory).catch(() => dataDirectory);
    for (const path of [data, directory]) await rm(path, { recursive: true, force: true });
  });
  // Durable, as in production. If commits did not wait for the disk, every other statement would look too expensive.
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  closings.add(() => postgres.stop());
  const open = (url: string): StageDatabase => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    // An idle connection may still be closing when the server stops. If a connection in use fails, its query rejects.
    pool.on('error', () => undefined);
    closings.add(() => pool.end());
    return { url, pool };
  };
  const { url: databaseUrl, pool: database } = open(postgres.url);

  const start = async (
    script: string,
    environmentFor: (port: number) => NodeJS.ProcessEnv,
    node?: string,
  ): Promise<Contender> => {
    const contender = await startContender(script, environmentFor, node);
    closings.add(() => contender.stop());
    return contender;
  };
  const { url: providerUrl } = await start('build/bench/provider/main.js', (port) => ({ PORT: String(port) }));
  const startPurser = (
    roles: PurserSettings['roles'],
    settings: Readonly<Record<string, string>> = {},
    { checkout, node }: Build = {},
  ): Promise<Contender> =>
    start(
      join(checkout ?? '', 'dist/main.js'),
      (port) => ({ ...purserEnvironment({ port, databaseUrl, providerUrl, roles }), ...settings }),
      node,
    );
  const record = async (kinds: KindsToRecord): Promise<Recording> => {
    const file = join(directory, 'recorded.jsonl');
    const recorder = await startContender('build/bench/recording/request-recorder.js', (port) => ({
      ...purserEnvironment({ port, databaseUrl, providerUrl, roles: 'api' }),
      [RECORDING_FILE]: file,
    }));
    try {
      // The recording Purser has created the tables. They are filled now, because the recorded page must be a full one.
      await seedOrders(database);
      await seedPayouts(database, PAYOUTS);
      const operatorKey = await makeOperatorKey({
        graphqlUrl: `${recorder.url}/graphql`,
        bootstrapKey: BOOTSTRAP_API_KEY,
        approverKey: APPROVER_API_KEY,
      });
      const recorded = kinds(recorder, operatorKey);
      const bodies = await askForRecording(recorded);
      await recorder.stop();
      return { operatorKey, scripts: await readScripts(file, recorded, bodies) };
    } finally {
      await recorder.stop();
    }
  };
  const startPoller = async (url: string, everySeconds: number): Promise<Contender> => {
    const profileFile = join(directory, `every-${everySeconds}-seconds.json`);
    // The limit of a day keeps all sessions open for the whole scenario.
    await writeFile(
      profileFile,
      JSON.stringify({ h2hPollDelaysSeconds: [everySeconds], h2hSessionLimitSeconds: 86_400 }),
    );
    return start('dist/main.js', (port) => ({
      ...purserEnvironment({ port, databaseUrl: url, providerUrl, roles: 'worker' }),
      PROVIDER_PROFILE_FILE: profileFile,
    }));
  };
  const startTick = (url: string): Promise<Contender> =>
    start('build/bench/tick/main.js', (port) =>
      purserEnvironment({ port, databaseUrl: url, providerUrl, roles: 'api' }),
    );
  // Recording comes first, because it creates and fills the tables.
  const scriptsFile = join(directory, 'scripts.json');
  const { operatorKey, scripts } = await record(kindsToRecord);
  await writeFile(scriptsFile, JSON.stringify(scripts));
  const startBare = (node?: string): Promise<Contender> =>
    start(
      'build/bench/bare/main.js',
      (port) => ({
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: String(DATABASE_POOL_SIZE),
        PROVIDER_BASE_URL: providerUrl,
        PROVIDER_API_TOKEN,
        BENCH_SCRIPTS_FILE: scriptsFile,
      }),
      node,
    );
  const startPostGraphile = ({ script, node }: PostGraphile): Promise<Contender> =>
    start(
      script,
      (port) => ({
        NODE_ENV: 'production',
        GRAPHILE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: String(DATABASE_POOL_SIZE),
      }),
      node,
    );
  const purser = await startPurser('api');
  const bare = await startBare();
  const createDatabase = async (name: string): Promise<StageDatabase> => {
    await database.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    const url = new URL(databaseUrl);
    url.pathname = name;
    return open(url.href);
  };
  return {
    ...{
      database,
      purser,
      bare,
      operatorKey,
      providerUrl,
      createDatabase,
      startBare,
      startPostGraphile,
      startPoller,
      startTick,
    },
    close: () => closings.close(),
    startWholePurser: () => startPurser('api,worker', IMAGE_ENVIRONMENT),
    startPurser: (settings, build) => startPurser('api', settings, build),
  };
}

async function startContender(
  script: string,
  environmentFor: (port: number) => NodeJS.ProcessEnv,
  node?: string,
): Promise<Contender> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startReady({
    name: script,
    script,
    node,
    environment: environmentFor(port),
    readyUrl: `${url}/readyz`,
    onLine: ({ from, text }) => {
      console.error(`[${from}] ${text}`);
    },
  });
  return { url, pid: child.pid ?? 0, stop: () => child.stop() };
}
