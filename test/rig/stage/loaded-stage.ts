import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PayoutRequest, planPayouts } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import { type FaultStage, openFaultStage } from './stage.js';
import { PurserSubject } from './subjects/purser-subject.js';
import { CallerLoad } from '../callers/caller-load.js';

/** Purser behind an address that can lead anywhere, with callers who can be sent there and called back. */
export interface LoadedStage extends FaultStage {
  readonly subject: PurserSubject;
  readonly load: CallerLoad;
  /** By idempotency key. */
  readonly requests: ReadonlyMap<string, PayoutRequest>;
  /** Replicas that serve callers. */
  readonly apiUrls: readonly string[];
  /** The words of the alarms raised so far. */
  readonly alarms: readonly string[];
  /** Where a replica keeps its journal of submissions. */
  readonly journalOf: (replica: number) => string;
  /** Leads callers to the first replica, or to all that serve them. */
  lead(to: 'the first replica' | 'all replicas'): void;
  /** Writes a line among those of the processes. */
  note(text: string): void;
}

// As many as wait at once where a test needs several to wait; more would only wait for two cores.
const CALLERS = 8;

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
  readonly callers?: number;
}): Promise<LoadedStage> {
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const log = createWriteStream(join(directory, 'processes.log'));
  const note = (text: string): void => void log.write(`${text}\n`);
  const alarms: string[] = [];
  const planned = planPayouts({ count: MOST_PAYOUTS, random: random.fork('payouts') });
  const journalOf = (replica: number): string => join(directory, `journal-${replica + 1}.json`);
  const serves = (replica: number): boolean => roles[replica]?.includes('api') === true;
  let subject: PurserSubject | undefined;
  const stage = await openFaultStage({
    directory,
    replicas: roles.length,
    isProxied: true,
    makeSubject: (parts) => {
      subject = new PurserSubject(parts, (replica, { replicaPorts }) => {
        const serving = replicaPorts.filter((_, index) => serves(index));
        return {
          PURSER_ROLES: roles[replica],
          PAYOUT_JOURNAL_FILE: journalOf(replica),
          // A worker takes no webhooks.
          PUBLIC_URL: `http://127.0.0.1:${serving[(replica + 1) % serving.length] ?? 0}`,
          ...variables,
        };
      });
      return subject;
    },
    onLine: ({ from, text }) => {
      note(`${from}: ${text}`);
      const alarm = /"alarm":"(\w+)"/.exec(text)?.[1];
      if (alarm !== undefined) alarms.push(alarm);
    },
  });
  if (subject === undefined) throw new Error('A stage without its subject');
  const apiUrls = stage.replicaUrls.filter((_, index) => serves(index));
  let led = apiUrls;
  return {
    ...stage,
    subject,
    load: new CallerLoad({ subject, requests: planned.values(), random, callers, replicaUrls: () => led }),
    requests: new Map(planned.map((request) => [request.idempotencyKey, request])),
    apiUrls,
    alarms,
    journalOf,
    lead: (to) => {
      led = to === 'all replicas' ? apiUrls : apiUrls.slice(0, 1);
    },
    note,
    close: async () => {
      await stage.close();
      log.end();
    },
  };
}
