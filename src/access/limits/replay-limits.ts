import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Slots } from '../../common/concurrency/slots.js';
import { type ReplayLimits, StatusFeed } from '../../platform/events/status-feed.js';
import { RequestLimits } from './request-limits.js';

// More than the subscriptions that a process carries, so that nobody is sent away.
const WAITING = { waiting: 10_000, waitMs: 60_000 } as const;

// Reading and resolving a page keeps the process busy, and a key at its worst then does so for a quarter of the time.
const REST_FOR_EACH_MS = 3;

// A page takes a fifth of a second; a slow client holds it for longer, and does not wait for that three times over.
const LONGEST_REST_MS = 5_000;

/**
 * Bounds the replays of subscriptions: one of each caller and four of a process at a time, and each page of 100 changes
 * is an operation of its caller. Anybody who has none left waits: a replay is resumed by every client after a failover.
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
