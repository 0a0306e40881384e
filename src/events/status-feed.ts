import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LogWakeUp } from './log-wake-up.js';
import {
  LOG_START,
  type LogPosition,
  type StatusChangeRecord,
  type SubjectType,
  comparePositions,
} from './status-change.js';
import { StatusLog } from './status-log.js';
import { SubscriberBuffer } from './subscriber-buffer.js';

/** The floor under NOTIFY: how late a change can be seen when its wake-up was lost. */
const POLL_INTERVAL_MS = 1_000;

// An open transaction that holds changes back lasts milliseconds, so it is looked after soon.
const HELD_BACK_DELAY_MS = 15;

const PAGE_SIZE = 500;

export interface FeedRequest {
  readonly subjectType: SubjectType;
  /** Null for every subject of the type. */
  readonly subjectId: string | null;
  /** Replays what came after this position first; null goes live at once, where this replica's reading stands. */
  readonly after: LogPosition | null;
}

/**
 * Follows the log on this replica and hands changes to local subscribers. One reader serves them all: a change costs
 * one query however many subscribe.
 */
@Injectable()
export class StatusFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(StatusFeed.name);
  readonly #buffers = new Set<SubscriberBuffer>();
  #head: LogPosition = LOG_START;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    private readonly log: StatusLog,
    private readonly wakeUp: LogWakeUp,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const rebased = await this.log.rebaseRestoredChanges();
    if (rebased > 0) this.#logger.warn({ event: 'status_log_rebased', changes: rebased });
    this.#head = (await this.log.findHead()) ?? LOG_START;
    this.wakeUp.onWakeUp(() => {
      this.read();
    });
    this.read();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const buffer of this.#buffers) buffer.close();
    await this.#reading;
  }

  /**
   * The changes asked for, in the order of the log: what was missed since `after`, then live. The seam has neither gap
   * nor duplicate: the subscriber is attached before the replay begins, the replay ends where it was attached, and
   * every change has one place in one total order. A subscriber too slow for the live feed is sent back to replaying
   * from where it stands, so it costs a bounded amount of memory and loses nothing.
   *
   * Ends when the consumer returns or the application shuts down.
   */
  follow(request: FeedRequest): AsyncIterableIterator<StatusChangeRecord, void, undefined> {
    const stop = new AbortController();
    const changes = this.changes(request, stop.signal);
    return {
      next: () => changes.next(),
      // A generator that waits for the next change cannot be ended from outside: stop the waiting first.
      return: () => {
        stop.abort();
        return changes.return();
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  private async *changes(request: FeedRequest, stop: AbortSignal): AsyncGenerator<StatusChangeRecord, void, undefined> {
    let position = request.after ? await this.log.locate(request.after) : this.#head;
    while (!this.#stopped && !stop.aborted) {
      const buffer = new SubscriberBuffer(request);
      const close = (): void => {
        buffer.close();
      };
      stop.addEventListener('abort', close);
      const attachedAt = this.attach(buffer);
      try {
        for await (const change of this.replay(request, { after: position, upTo: attachedAt })) {
          position = change.position;
          yield change;
        }
        for await (const change of buffer) {
          // A cursor from a replica that is ahead of this one.
          if (comparePositions(change.position, position) <= 0) continue;
          position = change.position;
          yield change;
        }
      } finally {
        this.#buffers.delete(buffer);
        stop.removeEventListener('abort', close);
      }
    }
  }

  private attach(buffer: SubscriberBuffer): LogPosition {
    this.#buffers.add(buffer);
    return this.#head;
  }

  private async *replay(
    request: FeedRequest,
    { after, upTo }: { after: LogPosition; upTo: LogPosition },
  ): AsyncGenerator<StatusChangeRecord, void, undefined> {
    let position = after;
    while (comparePositions(position, upTo) < 0) {
      const changes = await this.log.readRange({ ...request, after: position, upTo, limit: PAGE_SIZE });
      for (const change of changes) {
        position = change.position;
        yield change;
      }
      if (changes.length < PAGE_SIZE) return;
    }
  }

  private read(): void {
    if (this.#stopped) return;
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    this.#reading = this.readToEnd()
      .catch((error: unknown) => {
        this.#logger.warn({ event: 'status_log_unreadable', err: error });
        return POLL_INTERVAL_MS;
      })
      .then((delayMs) => {
        this.#reading = null;
        const isDue = this.#readAgain;
        this.#readAgain = false;
        if (isDue) this.read();
        else this.readAfter(delayMs);
      });
  }

  private readAfter(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.read();
    }, delayMs);
    this.#timer.unref();
  }

  private async readToEnd(): Promise<number> {
    for (;;) {
      const page = await this.log.readAfter(this.#head, PAGE_SIZE);
      for (const change of page.changes) {
        this.#head = change.position;
        for (const buffer of this.#buffers) buffer.offer(change);
      }
      if (page.isHeldBack) return HELD_BACK_DELAY_MS;
      if (page.changes.length < PAGE_SIZE) return POLL_INTERVAL_MS;
    }
  }
}
