import { askTimes } from '../load/load-round.js';
import type { ProcessorClock } from '../load/processor-clock.js';
import type { RequestPlan } from '../load/request-plan.js';
import { sampleWaits, type Wait } from '../load/wait-sampler.js';
import { median } from '../../test/rig/report/spread.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { fundedAccounts } from './funded-payouts-scenario.js';
import { orderRequest } from './order-creation-scenario.js';
import { graphqlCreation } from './payout-creation-scenario.js';
import { delivery } from './webhook-intake-scenario.js';

/** Processor time per request with this number of replicas, and what database sessions waited for. */
export interface ReplicaFigures {
  readonly title: string;
  readonly replicas: number;
  /** Milliseconds per request of all replicas together; null if the system does not report it. */
  readonly cost: { readonly node: number; readonly postgres: number } | null;
  readonly waits: readonly Wait[];
}

const REPLICA_COUNTS: readonly number[] = [1, 2, 3];

// The callers are split among the replicas, so that more replicas serve the same number of callers.
const CALLERS = 18;

const KINDS: readonly { readonly title: string; readonly requests: number; readonly plan: PlanOf }[] = [
  {
    title: 'createPayout',
    requests: 540,
    plan: (replica, { operatorKey, unfunded }) => graphqlCreation(replica, operatorKey, unfunded),
  },
  {
    title: 'createPayout, funded',
    requests: 540,
    plan: (replica, { operatorKey, funded }) => graphqlCreation(replica, operatorKey, funded),
  },
  { title: 'createOrder', requests: 900, plan: (replica, { operatorKey }) => orderRequest(replica, operatorKey) },
  { title: 'webhook intake', requests: 2_700, plan: ({ url }) => delivery(url) },
];

type PlanOf = (
  replica: Contender,
  parts: { readonly operatorKey: string; readonly funded: string; readonly unfunded: string },
) => RequestPlan;

/**
 * Measures the same number of requests with one, two and three replicas, in processor time. One replica already uses
 * two cores, so requests per second would show the cores instead of the resources that replicas share.
 */
export async function measureReplicas(stage: Stage, clock: ProcessorClock, rounds: number): Promise<ReplicaFigures[]> {
  const accounts = await fundedAccounts(stage);
  const replicas = [stage.purser];
  const figures: ReplicaFigures[] = [];
  for (const count of REPLICA_COUNTS) {
    while (replicas.length < count) replicas.push(await stage.startPurser());
    for (const { title, requests, plan } of KINDS) {
      const plans = replicas.map((replica) => plan(replica, { ...accounts, operatorKey: stage.operatorKey }));
      const load = async (): Promise<void> => {
        await Promise.all(plans.map((each) => askTimes(each, requests / count, CALLERS / count)));
      };
      await load();
      await load();
      const costs: { node: number; postgres: number }[] = [];
      const waits: Wait[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = await readAll(clock, replicas);
        waits.push(await sampleWaits(stage.database, load));
        const after = await readAll(clock, replicas);
        if (before && after) {
          costs.push({
            node: (after.node - before.node) / requests,
            postgres: (after.postgres - before.postgres) / requests,
          });
        }
      }
      const cost =
        costs.length === 0
          ? null
          : { node: median(costs.map(({ node }) => node)), postgres: median(costs.map(({ postgres }) => postgres)) };
      figures.push({ title, replicas: count, cost, waits: averageOf(waits) });
    }
  }
  return figures;
}

async function readAll(
  clock: ProcessorClock,
  replicas: readonly Contender[],
): Promise<{ node: number; postgres: number } | null> {
  let node = 0;
  let postgres = 0;
  for (const { pid } of replicas) {
    const used = await clock.read(pid);
    if (used === null) return null;
    node += used.node;
    // The figure already includes the sessions of all replicas, so it is not added up.
    ({ postgres } = used);
  }
  return { node, postgres };
}

function averageOf(rounds: readonly (readonly Wait[])[]): Wait[] {
  const events = new Set(rounds.flatMap((waits) => waits.map(({ event }) => event)));
  return [...events]
    .map((event) => ({
      event,
      sessions:
        rounds.flat().reduce((sum, wait) => sum + (wait.event === event ? wait.sessions : 0), 0) / rounds.length,
    }))
    .sort((one, other) => other.sessions - one.sessions);
}
