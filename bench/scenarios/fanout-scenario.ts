import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readResidentMegabytes } from '../../dev/processes/resident-memory.js';
import { makeKey } from '../../dev/start/operator-key.js';
import { Audience } from '../fanout/audience.js';
import { ProcessorClock } from '../load/processor-clock.js';
import { median, percentile } from '../../test/rig/report/spread.js';
import type { Contender, Stage, StageDatabase } from '../stage/bench-stage.js';
import { seedPayouts } from '../stage/payouts-seed.js';
import { APPROVER_API_KEY, BOOTSTRAP_API_KEY } from '../stage/purser-settings.js';

/** Figures for one kind of subscriber. The subscribers are spread over three replicas. */
export interface FanoutFigures {
  readonly subscribers: string;
  readonly selection: string;
  /** Milliseconds from just before the commit of an event until the last subscriber receives it. */
  readonly p50: number;
  readonly p95: number;
  /** Microseconds of the replicas' processor time per event and subscriber; null if unknown. */
  readonly delivery: number | null;
  /** Memory of the largest replica, in MiB. */
  readonly resident: number;
}

/** Limit in milliseconds until the last subscriber receives an event, at the 95th percentile. */
export const DELAY_TARGET = 500;
/** Limit in MiB for the memory of a replica. */
export const RESIDENT_TARGET = 350;

const REPLICAS = 3;

// The first events take longer, because code is compiled while they are delivered.
const WARM_UP_EVENTS = 8;

// Never changed, so that figures stay comparable.
const EVENTS_A_SECOND = 4;

// Without a limit, a lost event would hang the bench.
const LONGEST_WAIT_MS = 60_000;

const SELECTIONS = {
  'without the payout': 'cursor occurredAt',
  'with the payout': 'cursor occurredAt payout { id status amount }',
} as const;

export interface FanoutOptions {
  readonly subscribers: number;
  readonly events: number;
  /** Another built checkout to measure as well; null for none. */
  readonly beside: string | null;
}

export async function measureFanout(
  stage: Stage,
  { subscribers, events, beside }: FanoutOptions,
): Promise<readonly FanoutFigures[]> {
  const figures: FanoutFigures[] = [];
  const hall = { stage, subscribers, events };
  figures.push(...(await measureBuild(hall, { build: null, names: ['equal', 'unequal'] })));
  if (beside !== null) figures.push(...(await measureBuild(hall, { build: beside, names: ['equal'] })));
  return figures;
}

async function measureBuild(
  { stage, subscribers, events }: { readonly stage: Stage } & Pick<FanoutOptions, 'subscribers' | 'events'>,
  { build, names }: { readonly build: string | null; readonly names: readonly ('equal' | 'unequal')[] },
): Promise<readonly FanoutFigures[]> {
  const database = await stage.createDatabase(build === null ? 'fanout' : 'fanout_beside');
  const settings = {
    DATABASE_URL: database.url,
    SOCKETS_PER_PROCESS: '10000',
    SOCKETS_PER_ADDRESS: '10000',
  };
  const replicas: Contender[] = [];
  for (let replica = 0; replica < REPLICAS; replica += 1)
    replicas.push(await stage.startPurser(settings, { checkout: build }));
  await seedPayouts(database.pool, 1);
  const apiKey = await makeKey(
    { graphqlUrl: `${replicas[0]?.url}/graphql`, bootstrapKey: BOOTSTRAP_API_KEY, approverKey: APPROVER_API_KEY },
    'VIEWER',
  );
  const figures: FanoutFigures[] = [];
  for (const name of names) {
    const audience = await Audience.gather(replicas, subscribers, apiKey);
    for (const [selection, fields] of Object.entries(SELECTIONS)) {
      const measured = await measureSelection({ database, replicas, audience, events }, { name, fields });
      figures.push({
        subscribers: build === null ? name : `${name} other-build`,
        selection,
        ...measured,
        delivery: measured.milliseconds && (measured.milliseconds * 1_000) / (subscribers * events),
      });
    }
    audience.close();
  }
  for (const replica of replicas) await replica.stop();
  return figures;
}

interface Hall {
  readonly database: StageDatabase;
  readonly replicas: readonly Contender[];
  readonly audience: Audience;
  readonly events: number;
}

async function measureSelection(
  { database, replicas, audience, events }: Hall,
  { name, fields }: { readonly name: 'equal' | 'unequal'; readonly fields: string },
): Promise<Pick<FanoutFigures, 'p50' | 'p95' | 'resident'> & { readonly milliseconds: number | null }> {
  const id = fields;
  audience.tell((index) => {
    const operation = name === 'equal' ? '' : `Of${index} `;
    return {
      id,
      type: 'subscribe',
      payload: { query: `subscription ${operation}{ payoutStatusChanged { ${fields} } }` },
    };
  });
  audience.begin();
  await allSubscribed(database.pool, audience);
  const clock = new ProcessorClock(database.pool);
  audience.begin();
  await announceEvents(database.pool, audience, WARM_UP_EVENTS);
  const before = await usedBy(clock, replicas);
  audience.begin();
  const delays = await announceEvents(database.pool, audience, events);
  const after = await usedBy(clock, replicas);
  const resident = Math.max(...(await Promise.all(replicas.map(({ pid }) => readResidentMegabytes(pid)))));
  audience.tell(() => ({ id, type: 'complete' }));
  return {
    p50: median(delays),
    p95: percentile(delays, 95),
    resident,
    milliseconds: before === null || after === null ? null : after - before,
  };
}

/** Sends events until one reaches all subscribers, because a subscription does not confirm its start. */
async function allSubscribed(pool: pg.Pool, audience: Audience): Promise<void> {
  for (;;) {
    await commitEvent(pool);
    // A subscription that started after the commit has missed the event.
    await delay(1_000);
    if (audience.hasReachedAll(1)) break;
  }
  // Events committed before may still be on their way to some subscribers.
  await delay(2_000);
}

/** Commits events at a fixed pace. Returns the delay of each until the last subscriber received it. */
async function announceEvents(pool: pg.Pool, audience: Audience, events: number): Promise<readonly number[]> {
  const delays: Promise<number>[] = [];
  const begunAt = performance.now();
  for (let nth = 1; nth <= events; nth += 1) {
    const committedAt = performance.now();
    await commitEvent(pool);
    delays.push(audience.whenReachedAll(nth).then((reachedAt) => reachedAt - committedAt));
    await delay(Math.max(0, begunAt + (nth * 1_000) / EVENTS_A_SECOND - performance.now()));
  }
  const isLost = delay(LONGEST_WAIT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`An event did not reach every subscriber within ${LONGEST_WAIT_MS / 1_000} s.`);
  });
  return Promise.race([Promise.all(delays), isLost]);
}

async function commitEvent(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause)
     SELECT 'PAYOUT', id, 'CREATED', 'PENDING', 'POLL' FROM payouts LIMIT 1`,
  );
  await pool.query('NOTIFY purser_status_changes');
}

async function usedBy(clock: ProcessorClock, replicas: readonly Contender[]): Promise<number | null> {
  const used = await Promise.all(replicas.map(({ pid }) => clock.read(pid)));
  return used.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each.node), 0);
}
