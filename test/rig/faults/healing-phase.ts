import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { isFinalAtProvider } from '../stage/sandbox/provider-book.js';
import type { Stage } from '../stage/stage.js';

export interface Healing {
  /** The rows that should have settled by elapsed time alone, but did not within seconds. */
  readonly overdue: readonly string[];
  /** Descriptions of the rows that had not settled when the wait ended. */
  readonly unsettled: readonly string[];
}

// Due rows are polled every second. After this time the poll is broken.
const TAKEN_UP_WITHIN_MS = 5_000;

// An open circuit takes ten seconds, and the retries of a webhook a quarter of a minute; several times as much for busy
// machines.
const SETTLED_WITHIN_MS = 90_000;

// Longer than the interval of a tick, so that due rows are claimed before they are made due again.
const TIME_PASSES_EVERY_MS = 2_000;

/**
 * Ends the faults and waits until no work is in progress. Safety must hold at every moment; completion is promised only
 * while the provider and the database work.
 */
export async function heal(stage: Pick<Stage, 'subject' | 'control'>): Promise<Healing> {
  await stage.control.endChaos();
  let overdue: string[] = [];
  await pollUntil(
    async () => {
      overdue = await stage.subject.overdue();
      return overdue.length === 0;
    },
    { withinMs: TAKEN_UP_WITHIN_MS, everyMs: 500 },
  );
  let unsettled: string[] = [];
  await pollUntil(
    async () => {
      await stage.subject.passTime();
      unsettled = await findUnsettled(stage);
      return unsettled.length === 0;
    },
    { withinMs: SETTLED_WITHIN_MS, everyMs: TIME_PASSES_EVERY_MS },
  );
  return { overdue, unsettled };
}

async function findUnsettled({ subject, control }: Pick<Stage, 'subject' | 'control'>): Promise<string[]> {
  const open = (await control.payouts()).filter(({ status }) => !isFinalAtProvider(status));
  if (open.length > 0) return [`${open.length} payouts at the provider`];
  // Checked before the subject, because the last webhook to arrive makes work for it.
  if (!(await control.isIdle())) return ['webhooks of the provider'];
  return subject.unsettled();
}
