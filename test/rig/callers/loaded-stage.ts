import { join } from 'node:path';
import { type PayoutRequest, planPayouts } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import { openPair, openStage, type PairStage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import { CallerLoad } from './caller-load.js';

/** A stage with Purser behind a proxied address, and callers who can be redirected to other replicas. */
export interface LoadedStage extends PairStage<PurserSubject> {
  readonly load: CallerLoad<PayoutRequest>;
  /** The requests by idempotency key. */
  readonly requests: ReadonlyMap<string, PayoutRequest>;
  /** Replicas that serve callers. */
  readonly apiUrls: readonly string[];
  /** Returns the path of a replica's journal of submissions. */
  readonly journalOf: (replica: number) => string;
  /** Directs callers to the first replica, or to all that serve them. */
  lead(to: 'the first replica' | 'all replicas'): void;
}

// Enough for tests that need several waiting callers. More would only wait for the two cores.
const CALLERS = 8;

// While the gate is shut, a payout waits for people, so its caller need not wait.
const FOLLOWED_FOR_MS = 2_000;

// More payouts than these callers request in the longest run.
const MOST_PAYOUTS = 20_000;

/** Starts one replica for each of these roles, on a database that can fail over. Does not start the callers. */
export async function openLoadedStage({
  directory,
  roles,
  random,
  variables = {},
  callers = CALLERS,
}: {
  /** Directory for data and logs, which stay there. Created if missing. */
  readonly directory: string;
  readonly roles: readonly string[];
  readonly random: SeededRandom;
  /** Extra variables for every replica. */
  readonly variables?: NodeJS.ProcessEnv;
  readonly callers?: number | undefined;
}): Promise<LoadedStage> {
  const planned = planPayouts({ count: MOST_PAYOUTS, random: random.fork('payouts') });
  const journalOf = (replica: number): string => join(directory, `journal-${replica + 1}.json`);
  const serves = (replica: number): boolean => roles[replica]?.includes('api') === true;
  const stage = await openStage({
    directory,
    replicas: roles.length,
    openDatabase: openPair,
    isProxied: true,
    makeSubject: (parts) =>
      new PurserSubject(parts, (replica, { replicaPorts }) => {
        const serving = replicaPorts.filter((_, index) => serves(index));
        return {
          PURSER_ROLES: roles[replica],
          PAYOUT_JOURNAL_FILE: journalOf(replica),
          // Worker replicas do not accept webhooks, so the URL leads to a replica that serves callers.
          PUBLIC_URL: `http://127.0.0.1:${serving[(replica + 1) % serving.length] ?? 0}`,
          ...variables,
        };
      }),
  });
  const apiUrls = stage.replicaUrls.filter((_, index) => serves(index));
  let led = apiUrls;
  return {
    ...stage,
    load: new CallerLoad({
      requests: planned.values(),
      ask: (...asked) => stage.subject.ask(...asked),
      random,
      callers,
      urls: () => led,
      followedForMs: FOLLOWED_FOR_MS,
    }),
    requests: new Map(planned.map((request) => [request.idempotencyKey, request])),
    apiUrls,
    journalOf,
    lead: (to) => {
      led = to === 'all replicas' ? apiUrls : apiUrls.slice(0, 1);
    },
  };
}
