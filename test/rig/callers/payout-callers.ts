import { setTimeout as delay } from 'node:timers/promises';
import type { PayoutRequest } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { FaultStage } from '../stage/stage.js';
import type { Subject } from '../stage/subjects/subject.js';

/** The answers to the callers about one payout. */
export interface CallerRecord {
  readonly idempotencyKey: string;
  /** Every id that any answer named. */
  readonly ids: readonly string[];
  readonly calls: number;
}

// As many as a busy shop has at once; with half a dozen processes on two cores more would only wait for each other.
const CALLERS = 16;

// Between two calls of one caller: about as impatient as a program that was told to try again.
const PAUSE_MS = { from: 100, to: 400 };

// After an answer, a caller asks on for so long what became of its payout: as long as a circuit is open, and some more.
const FOLLOWED_FOR_MS = 12_000;

// No answer at all for so long, with every part coming back within seconds, means that the desk is dead.
const GIVEN_UP_AFTER_MS = 120_000;

/**
 * Has every payout asked for, by callers who repeat themselves with the same idempotency key, at any replica, whenever
 * they are not told that the payout is on its way. That this pays nobody twice is what is promised to them.
 */
export async function runCallers({
  stage,
  requests,
  random,
  beforeEach,
}: {
  readonly stage: FaultStage;
  readonly requests: readonly PayoutRequest[];
  readonly random: SeededRandom;
  /** Awaited before each payout, with the number of those asked for so far. */
  readonly beforeEach: (asked: number) => Promise<void>;
}): Promise<CallerRecord[]> {
  const records: CallerRecord[] = [];
  const waiting = requests.entries();
  const work = async (): Promise<void> => {
    for (const [asked, request] of waiting) {
      await beforeEach(asked);
      const { subject, replicaUrls } = stage;
      const caller = { subject, replicaUrls: () => replicaUrls, followedForMs: FOLLOWED_FOR_MS };
      records.push(await askUntilSent({ ...caller, request, random: random.fork(request.idempotencyKey) }));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  return records;
}

/**
 * Asks for one payout again and again, until it is known to be on its way, or has waited for long enough.
 * @throws when no answer came for minutes
 */
export async function askUntilSent({
  subject,
  replicaUrls,
  followedForMs,
  request,
  random,
  onAnswer,
}: {
  readonly subject: Subject;
  /** Asked before each call: where callers are led may change. */
  readonly replicaUrls: () => readonly string[];
  readonly followedForMs: number;
  readonly request: PayoutRequest;
  readonly random: SeededRandom;
  /** Told of each answer, also of one that says to wait. */
  readonly onAnswer?: () => void;
}): Promise<CallerRecord> {
  const ids = new Set<string>();
  const startedAt = performance.now();
  for (let calls = 1; ; calls += 1) {
    const elapsedMs = performance.now() - startedAt;
    try {
      const { id, isWaiting } = await subject.ask(request, random.pick(replicaUrls()));
      ids.add(id);
      onAnswer?.();
      if (!isWaiting || elapsedMs > followedForMs) {
        return { idempotencyKey: request.idempotencyKey, ids: [...ids], calls };
      }
    } catch (error) {
      if (elapsedMs > GIVEN_UP_AFTER_MS) throw error;
    }
    await delay(random.integer(PAUSE_MS));
  }
}
