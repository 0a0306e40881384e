import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import {
  askFor,
  checkNothingUnknown,
  DEFAULT_GATE,
  type FaultCase,
  THREE_REPLICAS,
  untilRecorded,
} from './fault-case.js';

/** How long the database is down: for a restart, and for a move to another machine. */
const AWAY_MS = [2_000, 30_000];

const BACK_WITHIN_MS = 60_000;

/** The database goes down while payouts are in progress, and comes back complete. Known outcomes must stay known. */
export const outage: FaultCase = {
  roles: THREE_REPLICAS,
  // The default timeout, so that an attempt answered before its deadline is recorded by then.
  variables: { ...DEFAULT_GATE, PROVIDER_TIMEOUT_MS: '15000' },
  run: async (stage) => {
    const { load, postgres } = stage;
    const figures: string[] = [];
    for (const awayMs of AWAY_MS) {
      load.begin();
      await askFor(stage, 30);
      await postgres.primary.crash();
      await delay(awayMs);
      await postgres.primary.start();
      const backAt = performance.now();
      await pollUntil(() => load.answers.isAnsweredSince(backAt), { withinMs: BACK_WITHIN_MS });
      figures.push(
        `Away for ${awayMs / 1_000} s: answered ${Math.round(performance.now() - backAt)} ms after it was back.`,
      );
      await askFor(stage, 30);
      await load.end();
      await untilRecorded(stage);
    }
    return { findings: await checkNothingUnknown(stage), figures };
  },
};
