import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { isGateOpen } from '../faults/gate-people.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { ScaleStage } from '../callers/scale-stage.js';

export type Ending = 'switchover' | 'death';

export interface PrimaryChange {
  readonly ending: Ending;
  readonly from: string;
  readonly to: string;
  /** The longest time during which no caller got an answer. */
  readonly silenceMs: { readonly payouts: number; readonly orders: number };
  /** Time until the old primary followed the new one. */
  readonly wholeAfterMs: number;
  readonly isGateOpen: boolean;
}

// Each round begins only after this many answers, so that callers, webhooks and watchers are all active.
const ANSWERS_BEFORE = 4;
const AT_WORK_WITHIN_MS = 60_000;

// Several times the longest expected outage. If one is longer, that is a violation, and the run continues.
const ANSWERED_WITHIN_MS = 60_000;

/** Plans the rounds of a run, in an order that the seed determines. */
export function planRounds(
  { switchovers, deaths }: { readonly switchovers: number; readonly deaths: number },
  random: SeededRandom,
): Ending[] {
  const endings: Ending[] = [
    ...Array.from({ length: switchovers }, (): Ending => 'switchover'),
    ...Array.from({ length: deaths }, (): Ending => 'death'),
  ];
  return random.shuffled(endings);
}

/** Ends the primary once under load. Resolves when callers are answered and all nodes follow the new one. */
export async function runRound(stage: ScaleStage, ending: Ending): Promise<PrimaryChange> {
  const { postgres: cluster, load, orders } = stage;
  const answered = (): number => load.records.length + orders.records.length;
  const before = answered();
  await pollUntil(() => answered() >= before + ANSWERS_BEFORE, { withinMs: AT_WORK_WITHIN_MS });
  const primary = await cluster.findPrimary();
  const beganAt = performance.now();
  if (ending === 'switchover') {
    await cluster.switchOver();
  } else {
    await primary.die();
    await cluster.hasAnotherPrimary(primary);
    // The machine returns only after another node has taken over.
    await primary.start();
  }
  const changedAt = performance.now();
  await pollUntil(() => load.answers.isAnsweredSince(changedAt) && orders.answers.isAnsweredSince(changedAt), {
    withinMs: ANSWERED_WITHIN_MS,
  });
  const silenceMs = {
    payouts: load.answers.longestSilenceSince(beganAt),
    orders: orders.answers.longestSilenceSince(beganAt),
  };
  await cluster.isWhole();
  return {
    ending,
    from: primary.address.name,
    to: (await cluster.findPrimary()).address.name,
    silenceMs,
    wholeAfterMs: performance.now() - beganAt,
    isGateOpen: await isGateOpen(stage),
  };
}
