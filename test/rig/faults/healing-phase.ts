import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { isFinalAtProvider } from '../stage/sandbox/provider-book.js';
import type { Stage } from '../stage/stage.js';

export interface Healing {
  /** The rows that the passing of time alone should have ended by the beginning, and did not within seconds. */
  readonly overdue: readonly string[];
  /** The rows that had not come to an end when the wait was over, in words. */
  readonly unsettled: readonly string[];
}

// Whatever is due is looked for every second; past this the search does not work.
const TAKEN_UP_WITHIN_MS = 5_000;

// An open circuit takes ten seconds, the retries of a webhook a quarter of a minute; several times as much for a
// machine that is busy.
const SETTLED_WITHIN_MS = 90_000;

// More than one look of a tick: what was made due has been taken up before it is made due again.
const TIME_PASSES_EVERY_MS = 2_000;

/**
 * Ends the faults and waits until nothing is under way any more. Safety must hold at every moment; that everything
 * comes to an end is promised only for a provider and a database that work.
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
  // Before the subject is asked: the last webhook to arrive is work for it.
  if (!(await control.isIdle())) return ['webhooks of the provider'];
  return subject.unsettled();
}
