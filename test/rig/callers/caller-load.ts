import { setTimeout as delay } from 'node:timers/promises';
import type { PayoutRequest } from '../plans/payout-request.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import { AnswerTimes } from './answer-times.js';
import { askUntilSent, type CallerRecord } from './payout-callers.js';
import type { Subject } from '../stage/subjects/subject.js';

// Behind a shut gate a payout waits for people: a caller need not be there.
const FOLLOWED_FOR_MS = 2_000;

// Longer than a payout waits for its place, is sent and recorded, with the time-out of a call as it is by default.
const PATIENT_FOR_MS = 30_000;

/**
 * Callers who ask for one payout after the other, each with its key until it is answered, for as long as they are
 * wanted.
 */
export class CallerLoad {
  /** The records of those that were answered. */
  readonly records: CallerRecord[] = [];
  /** Callers who gave up after minutes, each with the last thing it was told. */
  readonly unanswered: string[] = [];
  readonly answers = new AnswerTimes();
  #asked = 0;
  #isOn = false;
  #callers: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: {
      readonly subject: Subject;
      readonly requests: Iterator<PayoutRequest, undefined>;
      readonly random: SeededRandom;
      readonly callers: number;
      /** Between two payouts of a caller; none at all by default. */
      readonly pauseMs?: number;
      /** Where callers are led at this moment. */
      readonly replicaUrls: () => readonly string[];
    },
  ) {}

  /** How many payouts were asked for so far. */
  get asked(): number {
    return this.#asked;
  }

  begin(): void {
    this.#isOn = true;
    this.#callers = Promise.all(Array.from({ length: this.parts.callers }, () => this.work()));
  }

  /** Has no more payouts asked for; resolves when those that were are answered. */
  async end(): Promise<void> {
    this.#isOn = false;
    await this.#callers;
  }

  /**
   * Has each of these asked for once, all at the same moment, by callers who are patient; gives how many were told to
   * wait.
   */
  async askAtOnce(requests: readonly PayoutRequest[]): Promise<number> {
    const { subject, random, replicaUrls } = this.parts;
    let waiting = 0;
    const ask = async (request: PayoutRequest): Promise<void> => {
      this.#asked += 1;
      try {
        const { id, isWaiting } = await subject.ask(request, random.pick(replicaUrls()), PATIENT_FOR_MS);
        this.records.push({ idempotencyKey: request.idempotencyKey, ids: [id], calls: 1 });
        if (isWaiting) waiting += 1;
      } catch (error) {
        this.unanswered.push(unansweredWord(request, error));
      }
    };
    await Promise.all(requests.map(ask));
    return waiting;
  }

  private async work(): Promise<void> {
    const { subject, requests, random, replicaUrls } = this.parts;
    while (this.#isOn) {
      const next = requests.next();
      if (next.done === true) return;
      const request = next.value;
      this.#asked += 1;
      const caller = { subject, replicaUrls, followedForMs: FOLLOWED_FOR_MS };
      try {
        this.records.push(
          await askUntilSent({
            ...caller,
            request,
            random: random.fork(request.idempotencyKey),
            onAnswer: () => {
              this.answers.add();
            },
          }),
        );
      } catch (error) {
        this.unanswered.push(unansweredWord(request, error));
      }
      await delay(this.parts.pauseMs ?? 0);
    }
  }
}

function unansweredWord({ idempotencyKey }: PayoutRequest, error: unknown): string {
  return `${idempotencyKey}: ${String(error).slice(0, 200)}`;
}
