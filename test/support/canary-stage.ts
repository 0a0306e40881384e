import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Secrets } from '../../dev/start/generated-secrets.js';
import { makeOperatorKey } from '../../dev/start/operator-key.js';
import { openPair, openStage, type PairStage, type SubjectParts } from '../rig/stage/stage.js';
import { TEST_NAME } from '../rig/stage/postgres/held-lock.js';
import { PurserSubject } from '../rig/subjects/purser-subject.js';
import type { PostgresPair } from '../rig/stage/postgres/postgres-pair.js';
import type { Canary } from './canary.js';
import { type Finding, searchFiles } from './canary-search.js';
import { GraphqlClient } from './graphql-client.js';
import { TestSandbox } from './sandbox.js';
import { temporaryDirectory } from './temporary-directory.js';

/** The sandbox's book. The sandbox plays the provider, which received the secret and may keep it. */
const BOOK_OF_THE_PROVIDER = 'sandbox-book.jsonl';

/** Logs every statement with every parameter: more than any sensible operator would log. */
const TELL_ALL = {
  logging_collector: 'on',
  log_statement: 'all',
  log_error_verbosity: 'verbose',
  log_parameter_max_length_on_error: '-1',
};

interface StageRequest {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Result of a request without an answer. */
export const CONNECTION_LOST = 'connection lost';

class TalkativeSubject extends PurserSubject {
  constructor(
    private readonly stageParts: SubjectParts<PostgresPair>,
    settings: Readonly<Record<string, string>>,
  ) {
    super(stageParts, () => ({
      LOG_LEVEL: 'trace',
      // Files outside the database are kept where the search finds them.
      PAYOUT_JOURNAL_FILE: join(stageParts.directory, 'journal.json'),
      ...settings,
    }));
  }

  override async prepare(): Promise<void> {
    const { postgres } = this.stageParts;
    for (const [name, value] of Object.entries(TELL_ALL)) await postgres.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    // The logging collector starts only with the server. From then on its log is in the data directory and survives
    // restarts.
    await postgres.crashAndRestart();
  }
}

/**
 * Purser as a real process on its own PostgreSQL. Both log as much as possible, into one directory with all of Purser's
 * answers.
 */
export class CanaryStage {
  readonly api: GraphqlClient;
  readonly admin: GraphqlClient;
  /** The API with a second person's key. */
  readonly approver: GraphqlClient;
  readonly url: string;
  /** For each set of canaries, the files in which they were not found. */
  readonly #clean = new Map<string, Map<string, string>>();

  /** @param settings extra variables for Purser */
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<CanaryStage> {
    const directory = temporaryDirectory();
    const stage = await openStage({
      directory: directory.path,
      replicas: 1,
      openDatabase: openPair,
      makeSubject: (parts) => new TalkativeSubject(parts, settings),
    });
    const { secrets, control } = stage;
    const operatorKey = await makeOperatorKey({
      graphqlUrl: `${stage.replicaUrls[0]!}/graphql`,
      bootstrapKey: secrets.BOOTSTRAP_API_KEY,
      approverKey: secrets.APPROVER_API_KEY,
    });
    return new CanaryStage(stage, directory, { ...secrets, operatorKey }, TestSandbox.at(control.url));
  }

  private constructor(
    readonly stage: PairStage,
    private readonly directory: { readonly path: string; remove(): void },
    private readonly secrets: Secrets & { readonly operatorKey: string },
    /** The provider, as its operator sees it. */
    readonly sandbox: TestSandbox,
  ) {
    this.url = stage.replicaUrls[0]!;
    this.api = new GraphqlClient({ url: this.url, apiKey: secrets.operatorKey });
    this.admin = new GraphqlClient({ url: this.url, apiKey: secrets.BOOTSTRAP_API_KEY });
    this.approver = new GraphqlClient({ url: this.url, apiKey: secrets.APPROVER_API_KEY });
  }

  /** Path to which the provider sends order webhooks. */
  get orderWebhookPath(): string {
    return `/webhooks/orders/${this.secrets.ORDER_WEBHOOK_PATH_SECRET}`;
  }

  /**
   * Returns the path of a file in the stage's directory: `processes.log` of the processes, `answers.log`, `rows.txt` of
   * the last search, and `journal.json` of the sent payouts.
   */
  file(name: string): string {
    return join(this.directory.path, name);
  }

  /** Sends a request and returns the answer's body, which is kept with its headers. */
  async send(path: string, request: StageRequest = {}): Promise<string> {
    const headers = {
      authorization: `Bearer ${this.secrets.operatorKey}`,
      'content-type': 'application/json',
      // On a busy machine, a client may notice late that the server has closed a connection it wants to reuse.
      connection: 'close',
      ...request.headers,
    };
    try {
      const response = await fetch(`${this.url}${path}`, { ...request, headers });
      const body = await response.text();
      this.keep(JSON.stringify([response.status, Array.from(response.headers)]), body);
      return body;
    } catch {
      return CONNECTION_LOST;
    }
  }

  ask(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.send('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) });
  }

  /** Adds texts to the kept answers. */
  keep(...texts: readonly string[]): void {
    appendFileSync(this.file('answers.log'), `${texts.join('\n')}\n`);
  }

  /** Blocks all connections to Purser's database except the test's own while the work runs. */
  async withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
    const url = new URL(this.stage.postgres.url);
    const database = url.pathname.slice(1);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2',
        [database, TEST_NAME],
      );
      return await work();
    } finally {
      await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      await client.end();
    }
  }

  /** Searches everything on disk: the database's files, its write-ahead log, every log, every answer and every row. */
  async search(...canaries: readonly Canary[]): Promise<Finding[]> {
    const { postgres } = this.stage;
    await postgres.query('CHECKPOINT');
    await writeFile(this.file('rows.txt'), await this.rows());
    const wanted = canaries.map(({ text }) => text).join();
    const clean = this.#clean.get(wanted) ?? new Map<string, string>();
    this.#clean.set(wanted, clean);
    const [place] = await postgres.query<{ data_directory: string }>('SHOW data_directory');
    return searchFiles(canaries, {
      paths: [this.directory.path, place!.data_directory],
      except: [BOOK_OF_THE_PROVIDER],
      clean,
    });
  }

  async close(): Promise<void> {
    await this.stage.close();
    this.directory.remove();
  }

  /** Returns every row as a person would see it, because long values are compressed in the files. */
  private async rows(): Promise<string> {
    const { postgres } = this.stage;
    const tables = await postgres.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await postgres.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      texts.push(name, ...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  }
}
