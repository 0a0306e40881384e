import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { isFinalAtProvider } from '../stage/sandbox/provider-book.js';
import type { Stage } from '../stage/stage.js';

export interface Healing {
  /** Rows that should have settled because their time had passed, but did not within seconds. */
  readonly overdue: readonly string[];
  /** Descriptions of the rows that had not settled when the wait ended. */
  readonly unsettled: readonly string[];
}

// Due rows are polled every second. If this takes longer, polling is broken.
const TAKEN_UP_WITHIN_MS = 5_000;

// An open circuit lasts ten seconds, and a webhook's retries a quarter of a minute. This is several times as much, for
// busy machines.
const SETTLED_WITHIN_MS = 90_000;

// Longer than a tick's interval, so that due rows are claimed before they are made due again.
const TIME_PASSES_EVERY_MS = 2_000;

/**
 * Ends all faults and waits until no work is in progress. Safety must hold at every moment, but completion is promised
 * only while the provider and the database work.
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
  // Checked before the subject, because the last webhook to arrive creates work for it.
  if (!(await control.isIdle())) return ['webhooks of the provider'];
  return subject.unsettled();
}
