import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiReads, readAsOf } from '../database/api-reads.js';
import { currentRequest } from '../graphql/current-request.js';
import { type FollowRequest, Following, type ReplayRange } from './following.js';
import { ResumeError } from '../graphql/errors/resume-error.js';
import {
  LOG_START,
  type LoggedChange,
  type LogPosition,
  type WantedChanges,
  comparePositions,
  toCursor,
} from './status-change.js';
import type { LogPage } from './persistence/status-changes.sql.js';
import { StatusLog } from './status-log.js';
import type { SubscriberBuffer } from './subscriber-buffer.js';
import { SLOW_POLL_MS, WakeUp } from './wake-up/wake-up.port.js';

// Thirty replicas with 300 changes a second would read the log 3,000 times a second; 40 reads per replica collect as
// much. An open transaction that holds changes back lasts milliseconds, so it is checked as often.
const LOOK_INTERVAL_MS = 25;

const PAGE_SIZE = 500;

// A fifth of a second of resolving, which bounds how long the process's other work waits.
const REPLAY_PAGE_SIZE = 100;

// A database that goes back loses its latest commits. They are among the last changes read, unless one transaction held
// back more than this: three seconds of a very busy system, where ours last milliseconds.
const REMEMBERED_POSITIONS = 1_000;

/** The reading position at a time, by `performance.now()`. */
interface HeadAt {
  readonly at: number;
  readonly head: LogPosition;
}

// Several within the maximum age of a standby's state.
const HEAD_EVERY_MS = 500;

// A query waits for its turn and for a connection. If it waits longer, its list is followed from the start.
const LONGEST_WAIT_MS = 10_000;

interface ReaderRange<Change extends LoggedChange> extends WantedChanges<Change>, ReplayRange {
  readonly readerId: string | null;
  readonly stop: AbortSignal;
}

/**
 * Decides when a reader may have the next page of a replay. Declared here, and registered by the module with the
 * callers' limits.
 */
export interface ReplayLimits {
  /** Waits, and returns the function that ends the page; stops waiting when `stop` is aborted. */
  enter(readerId: string | null, stop: AbortSignal): Promise<() => void>;
}

const NO_LIMITS: ReplayLimits = { enter: () => Promise.resolve(() => undefined) };

/**
 * Follows the log on this replica and delivers changes to local subscribers. One reader serves them all, so a change
 * costs one query however many subscribe.
 */
@Injectable()
export class StatusFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(StatusFeed.name);
  readonly #buffers = new Set<SubscriberBuffer<LoggedChange>>();
  #head: LogPosition = LOG_START;
  #incarnation = 0;
  #isUnreadable = false;
  /** Oldest first. The first one is older than a standby's state may be. */
  #heads: HeadAt[] = [];
  /** The changes read last, oldest first; the oldest are dropped occasionally. */
  #remembered: LogPosition[] = [];
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #lookedAt = -LOOK_INTERVAL_MS;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #replays: ReplayLimits = NO_LIMITS;

  constructor(
    private readonly log: StatusLog,
    private readonly wakeUp: WakeUp,
    private readonly reads: ApiReads,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // Back to before the oldest state that a standby may show: no system makes more than a change per millisecond.
    const limit = Math.max(REMEMBERED_POSITIONS, this.reads.maxLagMilliseconds);
    const { incarnation, positions } = await this.log.findEnd(limit);
    this.#incarnation = incarnation;
    this.remember(positions);
    this.#head = positions.at(-1) ?? LOG_START;
    this.#heads = [{ at: -Infinity, head: (positions.length < limit ? null : positions[0]) ?? LOG_START }];
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
   * Cursor of the last change that this replica has read: any later read, on any replica, includes it. With a standby
   * it is some seconds old, because a query may be.
   */
  get cursor(): string {
    const { maxLagMilliseconds: maxLag } = this.reads;
    if (maxLag === 0) return toCursor(this.#head);
    // Relative to a query that waited for its turn, because it sees the state of that time.
    const since = readAsOf()?.sentAt ?? performance.now() - maxLag;
    return toCursor(this.#heads.findLast(({ at }) => at <= since)?.head ?? LOG_START);
  }

  limitReplays(limits: ReplayLimits): void {
    this.#replays = limits;
  }

  /**
   * Delivers the requested changes in log order: first those missed since `after`, then live ones, without gaps or
   * duplicates. The subscriber is attached before the replay begins, the replay ends where it was attached, and every
   * change has one place in one total order. A subscriber too slow for live delivery returns to replaying from its
   * position, so it uses limited memory and loses nothing.
   *
   * Ends when the consumer returns or the application shuts down.
   * @throws ResumeError if the database has lost changes that may have been delivered
   */
  follow<Change extends LoggedChange>(request: FollowRequest<Change>): Following<Change> {
    const readerId = currentRequest()?.caller?.id ?? null;
    return new Following(
      {
        keepFresh: () => (readerId === null ? undefined : this.reads.keepFresh(readerId)),
        isStopped: () => this.#stopped,
        attach: (buffer) => {
          this.#buffers.add(buffer);
          return this.#head;
        },
        detach: (buffer) => {
          this.#buffers.delete(buffer);
        },
        locate: (position) => this.log.locate(position),
        replay: (wanted, range, stop) => this.replay({ ...wanted, ...range, readerId, stop }),
      },
      request,
    );
  }

  private async *replay<Change extends LoggedChange>({
    subjectId,
    isWanted,
    after,
    upTo,
    readerId,
    stop,
  }: ReaderRange<Change>): AsyncGenerator<Change, void> {
    let position = after;
    while (comparePositions(position, upTo) < 0) {
      const leave = await this.#replays.enter(readerId, stop);
      try {
        const page = await this.log.readRange({ subjectId, after: position, upTo, limit: REPLAY_PAGE_SIZE });
        yield* page.changes.filter(isWanted);
        position = page.lookedUpTo;
      } finally {
        leave();
      }
    }
  }

  private read(): void {
    if (this.#reading) this.#readAgain = true;
    else this.readAfter(this.#lookedAt + LOOK_INTERVAL_MS - performance.now());
  }

  private readAfter(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (delayMs <= 0) {
      this.look();
      return;
    }
    this.#timer = setTimeout(() => {
      this.look();
    }, delayMs);
    this.#timer.unref();
  }

  private look(): void {
    this.#lookedAt = performance.now();
    this.#reading = this.readToEnd()
      .then(
        (delayMs) => {
          this.#isUnreadable = false;
          return delayMs;
        },
        (error: unknown) => {
          // Once per outage, however often it is retried.
          if (!this.#isUnreadable) this.#logger.warn({ event: 'status_log_unreadable', err: error });
          this.#isUnreadable = true;
          return SLOW_POLL_MS;
        },
      )
      .then((delayMs) => {
        this.#reading = null;
        const isDue = this.#readAgain;
        this.#readAgain = false;
        if (isDue) this.read();
        else this.readAfter(delayMs);
      });
  }

  private async readToEnd(): Promise<number> {
    for (;;) {
      const page = await this.log.readAfter(this.#head, PAGE_SIZE);
      if (page.incarnation !== this.#incarnation || !page.isPositionFirm) {
        await this.enterIncarnation(page);
        continue;
      }
      for (const change of page.changes) {
        this.#head = change.position;
        for (const buffer of this.#buffers) buffer.offer(change);
      }
      this.remember(page.changes.map(({ position }) => position));
      this.noteHead();
      if (page.isHeldBack) return LOOK_INTERVAL_MS;
      if (page.changes.length < PAGE_SIZE) return this.wakeUp.pollIntervalMs;
    }
  }

  /**
   * Continues in a database that was promoted, restored or set back. Its later rows come after everything of the
   * previous incarnation, so the head stays, unless it is in the incarnation that was set back. Subscribers continue,
   * too, unless changes that they may have received are gone: then each must read the current state again.
   */
  private async enterIncarnation({ incarnation, isPositionFirm }: LogPage): Promise<void> {
    const lost = await this.log.countLost(this.#remembered);
    const { positions } = await this.log.findEnd(REMEMBERED_POSITIONS);
    this.#logger.warn({ event: 'status_log_incarnation_entered', incarnation, lostChanges: lost });
    if (!isPositionFirm) this.#head = positions.at(-1) ?? LOG_START;
    this.#remembered = [...positions];
    this.#incarnation = incarnation;
    if (lost === 0) return;
    for (const buffer of this.#buffers) buffer.fail(new ResumeError('Changes were lost in a failover or restore'));
  }

  private noteHead(): void {
    const { maxLagMilliseconds: maxLag } = this.reads;
    const at = performance.now();
    if (maxLag === 0 || at - (this.#heads.at(-1)?.at ?? -Infinity) < HEAD_EVERY_MS) return;
    this.#heads.push({ at, head: this.#head });
    const first = this.#heads.findLastIndex((head) => head.at <= at - maxLag - LONGEST_WAIT_MS);
    this.#heads = this.#heads.slice(Math.max(0, first));
  }

  private remember(positions: readonly LogPosition[]): void {
    this.#remembered.push(...positions);
    if (this.#remembered.length > 2 * REMEMBERED_POSITIONS) {
      this.#remembered = this.#remembered.slice(-REMEMBERED_POSITIONS);
    }
  }
}
