import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Slots } from '../../common/concurrency/slots.js';
import { type ReplayLimits, StatusFeed } from '../../platform/events/status-feed.js';
import { RequestLimits } from './request-limits.js';

// More than a process can have subscriptions, so none is refused.
const WAITING = { waiting: 10_000, waitMs: 60_000 } as const;

// Reading and resolving a page keeps the process busy. With this rest one key takes at most a quarter of its time.
const REST_FOR_EACH_MS = 3;

// A page takes a fifth of a second. A slow client holds it for longer, and must not wait three times as long again.
const LONGEST_REST_MS = 5_000;

/**
 * Limits replays of subscriptions: one per caller and four per process at a time, and each page of 100 changes counts
 * as an operation of its caller. Excess replays wait, because every client resumes after a failover.
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
