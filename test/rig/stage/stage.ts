import { join } from 'node:path';
import type { ProcessLine } from '../../../dev/processes/supervised-process.js';
import { findFreePort } from '../../../dev/processes/local.port.js';
import { loadSecrets, type Secrets } from '../../../dev/start/generated-secrets.js';
import type { Subject } from './subjects/subject.js';
import { PostgresPair } from './postgres/postgres-pair.js';
import type { QueriedDatabase } from './postgres/queried-database.js';
import { RestartableProcess } from './restartable-process.js';
import { SandboxControl } from './sandbox/sandbox-control.js';
import { sandboxOf } from './sandbox/sandbox-of-stage.js';

/** The parts of a system that are looked at once a run is over, whatever its database is made of. */
export interface AuditedStage {
  readonly subject: Subject;
  readonly postgres: QueriedDatabase & { readonly directUrl: string };
  readonly provider: RestartableProcess;
  readonly control: SandboxControl;
  readonly replicas: readonly RestartableProcess[];
}

/** A whole system of real processes, each of which can be killed and comes back where it was. */
export interface FaultStage extends AuditedStage {
  readonly postgres: PostgresPair;
  readonly replicaUrls: readonly string[];
  close(): Promise<void>;
}

/** The processes that a subject is made of. */
export interface SubjectParts {
  readonly directory: string;
  readonly secrets: Secrets;
  readonly postgres: PostgresPair;
}

export async function openFaultStage({
  directory,
  replicas: replicaCount,
  makeSubject,
  onLine,
  isProxied = false,
}: {
  /** Exists; what is made there stays there. */
  readonly directory: string;
  readonly replicas: number;
  readonly makeSubject: (parts: SubjectParts) => Subject;
  readonly onLine: (line: ProcessLine) => void;
  /** Whether Purser is given the address that stays when another server takes over. */
  readonly isProxied?: boolean;
}): Promise<FaultStage> {
  const secrets = await loadSecrets(join(directory, 'secrets.json'));
  const postgres = await PostgresPair.start(directory, { durable: true });
  const subject = makeSubject({ directory, secrets, postgres });
  const [providerPort = 0, ...replicaPorts] = await freePorts(replicaCount + 1);
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
  const close = async (): Promise<void> => {
    await Promise.allSettled([...replicas, provider].map((part) => part.stop()));
    await postgres.close();
  };
  try {
    await subject.prepare();
    // The first replica alone, so that it migrates the database before the others look at it.
    await Promise.all([provider.start(), replicas[0]?.start()]);
    await Promise.all(replicas.slice(1).map((replica) => replica.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { subject, postgres, provider, control: new SandboxControl(providerUrl), replicas, replicaUrls, close };
}

/** Asked for one by one: a port is free again as soon as the question is answered. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}
