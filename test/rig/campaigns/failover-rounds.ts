import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { type ProviderBook, readProviderBook } from '../stage/sandbox/provider-book.js';
import { heal } from '../faults/healing-phase.js';
import type { LoadedStage } from '../callers/loaded-stage.js';
import type { Stage } from '../stage/stage.js';
import { loseDatabase } from '../faults/database-loss.js';
import type { FailoverRound } from '../plans/failover-plan.js';
import { findForgotten, isGateOpen, settleByPeople } from '../faults/gate-people.js';

/** The rows lost in one round, and whether people were alerted. */
export interface RoundReport {
  readonly name: string;
  /** Ids of lost payouts that callers had been told about. */
  readonly lostPayouts: readonly string[];
  /** Number of payments that the provider made and Purser has no attempt for. */
  readonly forgottenPayments: number;
  /** Lost webhooks that had been acknowledged. */
  readonly lostWebhooks: readonly string[];
  /** Whether the gate is shut and an alarm says so, so that people know that rows are missing. */
  readonly isTold: boolean;
  /** Time from the database's return until the gate was shut. */
  readonly shutAfterMs: number | null;
  /** The longest time during which no caller got an answer. */
  readonly silenceMs: number;
  readonly bound: number;
  /** The rows that had not settled after people had done their work. */
  readonly unsettled: readonly string[];
}

// The first of these payouts show that the system works, and the rest meet the loss.
const WARM_UP_PAYOUTS = 12;
const WARM_UP_WITHIN_MS = 60_000;

const ANSWERED_WITHIN_MS = 60_000;

// Long enough for every tick to run several times and for callers to retry, so any duplicate would have been sent.
const WATCHED_FOR_MS = 6_000;

// Two more ticks, for replicas that have not heard that the gate is shut.
const SHUT_FOR_MS = 2_000;

/** Loses the database once under load, checks the result and lets people repair it. */
export async function runRound(stage: LoadedStage, round: FailoverRound, before: LossesSoFar): Promise<RoundReport> {
  const { load, alarms } = stage;
  stage.lead(round.callersAt);
  const askedBefore = load.asked;
  load.begin();
  await pollUntil(() => load.asked >= askedBefore + WARM_UP_PAYOUTS, { withinMs: WARM_UP_WITHIN_MS });
  const alarmsBefore = alarms.length;
  const beganAt = performance.now();
  await loseDatabase(stage, round);
  const backAt = performance.now();
  stage.lead('all replicas');
  await pollUntil(() => load.answers.isAnsweredSince(backAt), { withinMs: ANSWERED_WITHIN_MS });
  const silenceMs = load.answers.longestSilenceSince(beganAt);
  const shutAfterMs = await watchGate(stage, backAt);
  await load.end();
  const isTold = shutAfterMs !== null && alarms.slice(alarmsBefore).includes('payout_gate_shut');
  const book = await readProviderBook(stage.control);
  const losses = await before.take(stage, book);
  const bound = await settleByPeople(stage, book);
  const { overdue, unsettled } = await heal(stage);
  const { loss, ending, callersAt } = round;
  return {
    name: [loss, callersAt, ...(ending === 'none' ? [] : [`${ending} ended`])].join(', '),
    ...losses,
    isTold,
    shutAfterMs,
    silenceMs,
    bound,
    unsettled: [...overdue, ...unsettled],
  };
}

/**
 * Returns how long after a moment the gate shut; null if it stayed open for as long as every replica needed to send.
 */
async function watchGate(stage: LoadedStage, since: number): Promise<number | null> {
  const isShut = await pollUntil(async () => !(await isGateOpen(stage)), { withinMs: WATCHED_FOR_MS, everyMs: 100 });
  if (!isShut) return null;
  const shutAfterMs = performance.now() - since;
  await delay(SHUT_FOR_MS);
  return shutAfterMs;
}

/** Keeps the losses so far, to tell one round's losses from earlier ones. */
export class LossesSoFar {
  readonly #payouts = new Set<string>();
  readonly #payments = new Set<string>();
  readonly #webhooks = new Set<string>();

  async take(
    { postgres, subject, load }: Pick<Stage, 'postgres' | 'subject'> & Pick<LoadedStage, 'load'>,
    book: ProviderBook,
  ): Promise<Pick<RoundReport, 'lostPayouts' | 'forgottenPayments' | 'lostWebhooks'>> {
    const payouts = await postgres.query<{ id: string }>('SELECT id FROM payouts');
    const known = new Set(payouts.map(({ id }) => id));
    const inbox = await postgres.query<{ hash: string }>(
      `SELECT encode(body_sha256, 'hex') AS hash FROM webhook_events`,
    );
    const kept = new Set(inbox.map(({ hash }) => hash));
    const acknowledged = load.records.flatMap(({ ids }) => ids);
    const forgotten = findForgotten(book, await subject.attempts());
    return {
      lostPayouts: newIn(
        acknowledged.filter((id) => !known.has(id)),
        this.#payouts,
      ),
      forgottenPayments: newIn([...forgotten.keys()], this.#payments).length,
      lostWebhooks: newIn(
        book.acknowledgements.filter(({ bodySha256 }) => !kept.has(bodySha256)).map(({ webhookId }) => webhookId),
        this.#webhooks,
      ),
    };
  }
}

function newIn(found: readonly string[], seen: Set<string>): string[] {
  const fresh = found.filter((item) => !seen.has(item));
  for (const item of fresh) seen.add(item);
  return fresh;
}
