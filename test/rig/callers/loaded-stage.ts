import { join } from 'node:path';
import { type PayoutRequest, planPayouts } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import { openPair, openStage, type PairStage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import { CallerLoad } from './caller-load.js';

/** Purser behind an address that can lead anywhere, with callers who can be sent there and called back. */
export interface LoadedStage extends PairStage<PurserSubject> {
  readonly load: CallerLoad<PayoutRequest>;
  /** By idempotency key. */
  readonly requests: ReadonlyMap<string, PayoutRequest>;
  /** Replicas that serve callers. */
  readonly apiUrls: readonly string[];
  /** Where a replica keeps its journal of submissions. */
  readonly journalOf: (replica: number) => string;
  /** Leads callers to the first replica, or to all that serve them. */
  lead(to: 'the first replica' | 'all replicas'): void;
}

// As many as wait at once where a test needs several to wait; more would only wait for two cores.
const CALLERS = 8;

// Behind a shut gate a payout waits for people: a caller need not be there.
const FOLLOWED_FOR_MS = 2_000;

// More than a few callers ask for in the longest run.
const MOST_PAYOUTS = 20_000;

/** Starts a replica of each of these roles on a database that can fail over, and nobody who calls them yet. */
export async function openLoadedStage({
  directory,
  roles,
  random,
  variables = {},
  callers = CALLERS,
}: {
  /** Made when missing; data and logs stay there. */
  readonly directory: string;
  readonly roles: readonly string[];
  readonly random: SeededRandom;
  /** Further ones, of every replica. */
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
          // A worker takes no webhooks.
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
