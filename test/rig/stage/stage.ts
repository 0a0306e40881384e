import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '../../../dev/processes/local.port.js';
import type { ProcessLine } from '../../../dev/processes/supervised-process.js';
import { loadSecrets, type Secrets } from '../../../dev/start/generated-secrets.js';
import type { Subject } from '../subjects/subject.js';
import { Closings } from './closings.js';
import { PostgresPair } from './postgres/postgres-pair.js';
import type { StageDatabase } from './postgres/stage-database.js';
import { RestartableProcess } from './restartable-process.js';
import { SandboxControl } from './sandbox/sandbox-control.js';
import { sandboxOf } from './sandbox/sandbox-of-stage.js';

/** A complete system of real processes. Each can be killed, and comes back at the same address. */
export interface Stage<System extends Subject = Subject, Database extends StageDatabase = StageDatabase> {
  readonly subject: System;
  readonly secrets: Secrets;
  readonly postgres: Database;
  readonly provider: RestartableProcess;
  readonly control: SandboxControl;
  readonly replicas: readonly RestartableProcess[];
  readonly replicaUrls: readonly string[];
  /** The names of the alarms raised so far. */
  readonly alarms: readonly string[];
  /** Registers how to stop a part that the caller has started. Such parts stop before those of the stage. */
  readonly closings: Closings;
  /** Writes a line into the processes' log. */
  note(text: string): void;
  close(): Promise<void>;
}

/** A stage whose database is a primary and a standby. */
export type PairStage<System extends Subject = Subject> = Stage<System, PostgresPair>;

export interface SubjectParts<Database extends StageDatabase = StageDatabase> {
  readonly directory: string;
  readonly secrets: Secrets;
  readonly postgres: Database;
}

export interface DatabaseParts {
  readonly directory: string;
  readonly replicaPorts: readonly number[];
  readonly onLine: (line: ProcessLine) => void;
  readonly closings: Closings;
}

interface StageOptions<System extends Subject, Database extends StageDatabase> {
  /** Directory for data and logs, which stay there. Created if missing. */
  readonly directory: string;
  readonly replicas: number;
  readonly openDatabase: (parts: DatabaseParts) => Promise<Database>;
  readonly makeSubject: (parts: SubjectParts<Database>) => System;
  /** Whether replicas connect to the address that stays when another server takes over. */
  readonly isProxied?: boolean;
  /** Registers each part to be stopped as soon as the part has started. */
  readonly closings?: Closings;
}

/** File with the output of all processes, in the stage's directory. */
export const PROCESS_LOG = 'processes.log';

/** Opens a PostgreSQL that flushes to disk, and to which a standby can be added. */
export async function openPair({ directory, closings }: DatabaseParts): Promise<PostgresPair> {
  const pair = await PostgresPair.start(directory, { durable: true });
  closings.add(() => pair.close());
  return pair;
}

/** Starts all parts and resolves when they are ready. If one fails to start, all others are stopped. */
export async function openStage<System extends Subject, Database extends StageDatabase>({
  directory,
  replicas: replicaCount,
  openDatabase,
  makeSubject,
  isProxied = false,
  closings = new Closings(),
}: StageOptions<System, Database>): Promise<Stage<System, Database>> {
  // Root's PostgreSQL runs as another user, who must be able to traverse the directory.
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const log = createWriteStream(join(directory, PROCESS_LOG), { flags: 'a' });
  closings.add(() => new Promise((resolve) => log.end(resolve)));
  const note = (text: string): void => void log.write(`${new Date().toISOString()} ${text}\n`);
  const alarms: string[] = [];
  const onLine = ({ from, text }: ProcessLine): void => {
    note(`${from}: ${text}`);
    const alarm = /"alarm":"(\w+)"/.exec(text)?.[1];
    if (alarm !== undefined) alarms.push(alarm);
  };
  try {
    const secrets = await loadSecrets(join(directory, 'secrets.json'));
    const [providerPort = 0, ...replicaPorts] = await findFreePorts(replicaCount + 1);
    const postgres = await openDatabase({ directory, replicaPorts, onLine, closings });
    const subject = makeSubject({ directory, secrets, postgres });
    const providerUrl = `http://127.0.0.1:${providerPort}`;
    const addresses = {
      databaseUrl: isProxied ? postgres.url : postgres.directUrl,
      providerUrl,
      providerToken: secrets.PROVIDER_API_TOKEN,
      replicaPorts,
    };
    const provider = sandboxOf({ directory, secrets, port: providerPort, onLine });
    const replicaUrls = replicaPorts.map((port) => `http://127.0.0.1:${port}`);
    const replicas = replicaUrls.map(
      (url, index) =>
        new RestartableProcess({
          name: `replica ${index + 1}`,
          script: subject.script,
          environment: subject.environment(addresses, index),
          readyUrl: `${url}/readyz`,
          onLine,
        }),
    );
    const processes = [provider, ...replicas];
    closings.add(() => Promise.allSettled(processes.map((part) => part.stop())));
    await subject.prepare();
    // All replicas start together, as in production: one migrates and the others wait.
    await Promise.all(processes.map((part) => part.start()));
    return {
      ...{ subject, secrets, postgres, provider, replicas, replicaUrls, alarms, closings, note },
      control: new SandboxControl(providerUrl),
      close: () => closings.close(),
    };
  } catch (error) {
    await closings.close();
    throw error;
  }
}
