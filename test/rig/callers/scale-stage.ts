import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { makeKey } from '../../../dev/start/operator-key.js';
import { type PayoutRequest, planPayouts } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { Closings } from '../stage/closings.js';
import { LOOPBACK } from '../stage/cluster/cluster-place.js';
import { DatabaseCluster } from '../stage/cluster/database-cluster.js';
import type { MachinePrograms } from '../stage/cluster/machine-programs.js';
import { openStage, type Stage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import { CallerLoad } from './caller-load.js';
import { orderCallers, type OrderLoad, Payer } from './order-callers.js';

/** A complete installation on this machine, with its callers. */
export interface ScaleStage extends Stage<PurserSubject, DatabaseCluster> {
  /** Address for callers and webhooks: HAProxy, in front of all replicas. */
  readonly url: string;
  readonly load: CallerLoad<PayoutRequest>;
  readonly orders: OrderLoad;
  readonly payer: Payer;
  /** The payouts that callers may request, in this order. */
  readonly requests: readonly PayoutRequest[];
  /** Creates another read-only key. */
  makeViewerKey(): Promise<string>;
}

const REPLICAS = 3;

// One payout makes five changes, and each change goes to every watcher. With more callers the run would measure the two
// cores instead of a failover.
const PAYOUT_CALLERS = 4;
const PAYOUT_PAUSE_MS = { from: 2_000, to: 2_000 };

// While the gate is shut, a payout waits for people, so its caller need not wait.
const FOLLOWED_FOR_MS = 2_000;

// More payouts than these callers request in an hour.
const MOST_PAYOUTS = 20_000;

/** Starts everything except the callers. */
export async function openScaleStage({
  directory,
  programs,
  random,
  closings,
}: {
  readonly directory: string;
  readonly programs: MachinePrograms;
  readonly random: SeededRandom;
  readonly closings: Closings;
}): Promise<ScaleStage> {
  const stage = await openStage({
    directory,
    replicas: REPLICAS,
    openDatabase: (parts) => DatabaseCluster.start(programs, parts),
    makeSubject: (parts) => new PurserSubject(parts, () => installed(parts.postgres)),
    isProxied: true,
    closings,
  });
  const { subject, control, secrets, postgres } = stage;
  const url = urlOf(postgres);
  await control.changeSettings({ orderWebhookUrl: `${url}/webhooks/orders/${secrets.ORDER_WEBHOOK_PATH_SECRET}` });
  await awaitServing(url);
  const requests = planPayouts({ count: MOST_PAYOUTS, random: random.fork('payouts') });
  const payer = new Payer(control);
  const people = {
    graphqlUrl: `${url}/graphql`,
    bootstrapKey: secrets.BOOTSTRAP_API_KEY,
    approverKey: secrets.APPROVER_API_KEY,
  };
  return {
    ...stage,
    url,
    load: new CallerLoad({
      requests: requests.values(),
      ask: (...asked) => subject.ask(...asked),
      random: random.fork('callers'),
      callers: PAYOUT_CALLERS,
      urls: () => [url],
      followedForMs: FOLLOWED_FOR_MS,
      pauseMs: PAYOUT_PAUSE_MS,
    }),
    orders: orderCallers({ subject, url, payer, random: random.fork('orders') }),
    payer,
    requests,
    makeViewerKey: () => makeKey(people, 'VIEWER'),
  };
}

// HAProxy checks each replica every second.
const SERVING_WITHIN_MS = 10_000;

/** Waits until HAProxy has found a ready replica. Until then it answers requests itself. */
async function awaitServing(url: string): Promise<void> {
  const isServing = await pollUntil(
    async () => {
      const response = await fetch(`${url}/readyz`);
      await response.arrayBuffer();
      return response.ok;
    },
    { withinMs: SERVING_WITHIN_MS, everyMs: 100 },
  );
  if (!isServing) throw new Error('HAProxy finds no replica ready.');
}

function urlOf({ ports }: DatabaseCluster): string {
  return `http://${LOOPBACK}:${ports.purser}`;
}

/** Returns the settings that docs/scale.md recommends for an installation that must not stop. */
function installed(cluster: DatabaseCluster): NodeJS.ProcessEnv {
  return {
    DATABASE_DIRECT_URL: cluster.applicationUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    DATABASE_FAILOVER: 'synchronous',
    WAKE_UP: 'nats',
    NATS_URL: cluster.natsUrl,
    PUBLIC_URL: urlOf(cluster),
    // HAProxy forwards the client's address.
    TRUSTED_PROXIES: LOOPBACK,
    // Enough for one replica to serve a whole team of watchers.
    SOCKETS_PER_ADDRESS: '100',
    // The default values, because a failover must not shut the gate.
    PAYOUT_GATE_MAX_UNCONFIRMED: '3',
    PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '5',
  };
}
