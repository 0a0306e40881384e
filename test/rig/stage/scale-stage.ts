import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { loadSecrets } from '../../../dev/start/generated-secrets.js';
import { makeKey } from '../../../dev/start/operator-key.js';
import { type PayoutRequest, planPayouts } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import { CallerLoad } from '../callers/caller-load.js';
import type { AuditedStage } from './stage.js';
import { RestartableProcess } from './restartable-process.js';
import { SandboxControl } from './sandbox/sandbox-control.js';
import { sandboxOf } from './sandbox/sandbox-of-stage.js';
import { PurserSubject } from './subjects/purser-subject.js';
import { freePorts, LOOPBACK, openClusterPlace } from './cluster/cluster-place.js';
import { DatabaseCluster } from './cluster/database-cluster.js';
import type { MachinePrograms } from './cluster/machine-programs.js';
import { OrderCallers } from '../callers/order-callers.js';
import { Payer } from '../callers/payer.js';

/** A whole installation on this machine, and those who call it. */
export interface ScaleStage extends AuditedStage {
  readonly subject: PurserSubject;
  readonly cluster: DatabaseCluster;
  /** Where callers and webhooks come: HAProxy, before all replicas. */
  readonly url: string;
  readonly load: CallerLoad;
  readonly orders: OrderCallers;
  readonly payer: Payer;
  /** The payouts that callers may ask for, in their order. */
  readonly requests: readonly PayoutRequest[];
  /** The words of the alarms raised so far. */
  readonly alarms: readonly string[];
  /** Makes one more key that may only look. */
  makeViewerKey(): Promise<string>;
  /** Writes a line among those of the processes. */
  note(text: string): void;
}

/** What all processes write, in the stage's directory. */
export const PROCESS_LOG = 'processes.log';

const REPLICAS = 3;

// One payout is five changes, and each change goes to every watcher: more would measure two cores, not a failover.
const PAYOUT_CALLERS = 4;
const PAYOUT_PAUSE_MS = 2_000;

// More than callers ask for in an hour.
const MOST_PAYOUTS = 20_000;

/**
 * Starts everything, and no caller yet.
 * @param closings is given how to stop each part, in the order of their starts
 */
export async function openScaleStage(
  {
    directory,
    programs,
    random,
  }: { readonly directory: string; readonly programs: MachinePrograms; readonly random: SeededRandom },
  closings: (() => Promise<unknown>)[],
): Promise<ScaleStage> {
  const log = createWriteStream(join(directory, PROCESS_LOG));
  const note = (text: string): void => void log.write(`${new Date().toISOString()} ${text}\n`);
  const alarms: string[] = [];
  const onLine = ({ from, text }: { readonly from: string; readonly text: string }): void => {
    note(`${from}: ${text}`);
    const alarm = /"alarm":"(\w+)"/.exec(text)?.[1];
    if (alarm !== undefined) alarms.push(alarm);
  };
  const secrets = await loadSecrets(join(directory, 'secrets.json'));
  const [providerPort = 0, ...replicaPorts] = await freePorts(1 + REPLICAS);
  const place = await openClusterPlace(directory, { programs, onLine });
  const cluster = await DatabaseCluster.start(place, replicaPorts, closings);
  const url = `http://${LOOPBACK}:${cluster.ports.purser}`;
  const providerUrl = `http://${LOOPBACK}:${providerPort}`;
  const subject = new PurserSubject({ directory, secrets, postgres: cluster }, () => installed(cluster, url));
  const addresses = {
    databaseUrl: cluster.pooledUrl,
    providerUrl,
    providerToken: secrets.PROVIDER_API_TOKEN,
    replicaPorts,
  };
  const orderWebhookUrl = `${url}/webhooks/orders/${secrets.ORDER_WEBHOOK_PATH_SECRET}`;
  const provider = sandboxOf({ directory, secrets, port: providerPort, orderWebhookUrl, onLine });
  const replicas = replicaPorts.map(
    (port, index) =>
      new RestartableProcess({
        name: `purser-${index + 1}`,
        script: subject.script,
        environment: subject.environment(addresses, index),
        readyUrl: `http://${LOOPBACK}:${port}/readyz`,
        onLine,
      }),
  );
  closings.push(() => Promise.allSettled([...replicas, provider].map((part) => part.stop())));
  // All at once, as they are in production: one migrates, the others wait.
  await Promise.all([provider, ...replicas].map((part) => part.start()));
  await awaitServing(cluster.ports.purser);
  const requests = planPayouts({ count: MOST_PAYOUTS, random: random.fork('payouts') });
  const payer = new Payer(providerUrl);
  return {
    subject,
    postgres: cluster,
    provider,
    control: new SandboxControl(providerUrl),
    replicas,
    cluster,
    url,
    load: new CallerLoad({
      subject,
      requests: requests.values(),
      random: random.fork('callers'),
      callers: PAYOUT_CALLERS,
      pauseMs: PAYOUT_PAUSE_MS,
      replicaUrls: () => [url],
    }),
    orders: new OrderCallers({ subject, url, payer, random: random.fork('orders') }),
    payer,
    requests,
    alarms,
    makeViewerKey: () =>
      makeKey(
        {
          graphqlUrl: `${url}/graphql`,
          bootstrapKey: secrets.BOOTSTRAP_API_KEY,
          approverKey: secrets.APPROVER_API_KEY,
        },
        'VIEWER',
      ),
    note,
  };
}

// HAProxy asks each replica every second.
const SERVING_WITHIN_MS = 10_000;

/** Resolves when HAProxy has found a replica ready: it answers for itself until then. */
async function awaitServing(port: number): Promise<void> {
  const isServing = await pollUntil(
    async () => {
      const response = await fetch(`http://${LOOPBACK}:${port}/readyz`);
      await response.arrayBuffer();
      return response.ok;
    },
    { withinMs: SERVING_WITHIN_MS, everyMs: 100 },
  );
  if (!isServing) throw new Error('HAProxy finds no replica ready.');
}

/** As docs/scale.md has it for an installation that must not stop. */
function installed(cluster: DatabaseCluster, url: string): NodeJS.ProcessEnv {
  return {
    DATABASE_DIRECT_URL: cluster.applicationUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    DATABASE_FAILOVER: 'synchronous',
    WAKE_UP: 'nats',
    NATS_URL: cluster.natsUrl,
    PUBLIC_URL: url,
    // HAProxy says who calls.
    TRUSTED_PROXIES: LOOPBACK,
    // A team of those who watch, when one replica has all of it.
    SOCKETS_PER_ADDRESS: '100',
    // The defaults: a failover must not shut the gate.
    PAYOUT_GATE_MAX_UNCONFIRMED: '3',
    PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '5',
  };
}
