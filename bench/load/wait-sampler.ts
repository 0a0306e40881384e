import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Sessions that waited for something, on average over the samples. */
export interface Wait {
  /** `Lock:tuple`, or `running` where nothing was waited for. */
  readonly event: string;
  readonly sessions: number;
}

// Statements take milliseconds: some hundred samples of a round show where they stand, and cost a percent of a core.
const SAMPLE_EVERY_MS = 20;

/** The sessions in a transaction or statement at this moment, by what they wait for. */
const SAMPLE = `
  SELECT CASE WHEN wait_event IS NULL THEN 'running' WHEN state LIKE 'idle in%' THEN 'waiting for Node'
    ELSE wait_event_type || ':' || wait_event END AS event, count(*)::int AS sessions
  FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid() GROUP BY 1`;

/** Runs some work and looks meanwhile what the sessions of the database wait for, most first. */
export async function sampleWaits(database: pg.Pool, work: () => Promise<void>): Promise<Wait[]> {
  const sums = new Map<string, number>();
  const done = new AbortController();
  const sampling = sample();
  try {
    await work();
  } finally {
    done.abort();
  }
  const samples = await sampling;
  return [...sums]
    .map(([event, sum]) => ({ event, sessions: sum / samples }))
    .sort((one, other) => other.sessions - one.sessions);

  async function sample(): Promise<number> {
    for (let taken = 1; ; taken += 1) {
      const { rows } = await database.query<Wait>(SAMPLE);
      for (const { event, sessions } of rows) sums.set(event, (sums.get(event) ?? 0) + sessions);
      if (done.signal.aborted) return taken;
      await delay(SAMPLE_EVERY_MS);
    }
  }
}
