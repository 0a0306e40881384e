import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Slots } from '../../common/concurrency/slots.js';
import { type ReplayLimits, StatusFeed } from '../../platform/events/status-feed.js';
import { RequestLimits } from './request-limits.js';

// More than the subscriptions a process can have, so that all of them can wait.
const WAITING = { waiting: 10_000, waitMs: 60_000 } as const;

// Reading and resolving a page keeps the process busy. With a pause of three times as long, one caller uses at most a
// quarter of the process's time.
const REST_FOR_EACH_MS = 3;

// A page usually takes a fifth of a second. A slow client takes longer to receive it, and should not also have to pause
// for three times as long.
const LONGEST_REST_MS = 5_000;

/**
 * Limits replays of subscriptions to one per caller and four per process at a time. Each page of 100 changes counts as
 * an operation of its caller. Further replays wait instead of failing, because all clients resume at the same time
 * after a failover.
 */
@Injectable()
export class CallerReplayLimits implements ReplayLimits, OnModuleInit {
  readonly #ofCallers = new Slots({
    atOnce: 1,
    ...WAITING,
    restMs: (tookMs) => Math.min(LONGEST_REST_MS, tookMs * REST_FOR_EACH_MS),
  });
  readonly #ofProcess = new Slots({ atOnce: 4, ...WAITING });

  constructor(
    private readonly requests: RequestLimits,
    private readonly feed: StatusFeed,
  ) {}

  onModuleInit(): void {
    this.feed.limitReplays(this);
  }

  async enter(readerId: string | null, stop: AbortSignal): Promise<() => void> {
    if (readerId === null) return () => undefined;
    const leaveCaller = await takeSlot(this.#ofCallers, readerId, stop);
    try {
      for (let seconds = this.requests.take(readerId); seconds > 0 && !stop.aborted;) {
        await delay(seconds * 1_000, undefined, { ref: false });
        seconds = this.requests.take(readerId);
      }
      const leaveProcess = await takeSlot(this.#ofProcess, 'process', stop);
      return () => {
        leaveProcess();
        leaveCaller();
      };
    } catch (error) {
      leaveCaller();
      throw error;
    }
  }
}

async function takeSlot(slots: Slots, name: string, stop: AbortSignal): Promise<() => void> {
  while (!stop.aborted) {
    const leave = await slots.take(name);
    if (leave) return leave;
  }
  return () => undefined;
}
