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

/** A whole installation on this machine, with its callers. */
export interface ScaleStage extends Stage<PurserSubject, DatabaseCluster> {
  /** Where callers and webhooks come: HAProxy, before all replicas. */
  readonly url: string;
  readonly load: CallerLoad<PayoutRequest>;
  readonly orders: OrderLoad;
  readonly payer: Payer;
  /** The payouts that callers may ask for, in their order. */
  readonly requests: readonly PayoutRequest[];
  /** Makes one more key that may only look. */
  makeViewerKey(): Promise<string>;
}

const REPLICAS = 3;

// One payout is five changes, and each change goes to every watcher: more would measure two cores, not a failover.
const PAYOUT_CALLERS = 4;
const PAYOUT_PAUSE_MS = { from: 2_000, to: 2_000 };

// Behind a shut gate a payout waits for people: a caller need not be there.
const FOLLOWED_FOR_MS = 2_000;

// More than callers ask for in an hour.
const MOST_PAYOUTS = 20_000;

/** Starts everything, and no caller yet. */
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

// HAProxy asks each replica every second.
const SERVING_WITHIN_MS = 10_000;

/** Resolves when HAProxy has found a replica ready: it answers for itself until then. */
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

/** As docs/scale.md has it for an installation that must not stop. */
function installed(cluster: DatabaseCluster): NodeJS.ProcessEnv {
  return {
    DATABASE_DIRECT_URL: cluster.applicationUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    DATABASE_FAILOVER: 'synchronous',
    WAKE_UP: 'nats',
    NATS_URL: cluster.natsUrl,
    PUBLIC_URL: urlOf(cluster),
    // HAProxy says who calls.
    TRUSTED_PROXIES: LOOPBACK,
    // A team of those who watch, when one replica has all of it.
    SOCKETS_PER_ADDRESS: '100',
    // The defaults: a failover must not shut the gate.
    PAYOUT_GATE_MAX_UNCONFIRMED: '3',
    PAYOUT_GATE_MAX_UNCONFIRMED_PERCENT: '5',
  };
}
