import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Number of sessions that waited for an event, averaged over the samples. */
export interface Wait {
  /** `Lock:tuple`, or `running` if the session waited for nothing. */
  readonly event: string;
  readonly sessions: number;
}

// Statements take milliseconds, so several hundred samples per round show where they wait. Sampling uses 1 % of a core.
const SAMPLE_EVERY_MS = 20;

/** The sessions currently in a transaction or statement, by wait event. */
const SAMPLE = `
  SELECT CASE WHEN wait_event IS NULL THEN 'running' WHEN state LIKE 'idle in%' THEN 'waiting for Node'
    ELSE wait_event_type || ':' || wait_event END AS event, count(*)::int AS sessions
  FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid() GROUP BY 1`;

/** Runs some work while sampling what database sessions wait for. Returns the most frequent wait events first. */
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
