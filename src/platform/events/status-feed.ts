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

// Thirty replicas with 300 changes a second would read the log 3,000 times a second, and each reader gathers as much by
// looking 40 times. An open transaction that holds changes back lasts milliseconds, so it is looked after as soon.
const LOOK_INTERVAL_MS = 25;

const PAGE_SIZE = 500;

// A fifth of a second of resolving: what a process does beside it waits for no longer.
const REPLAY_PAGE_SIZE = 100;

// A database that goes backwards loses what was committed last. That is among the last changes read, unless one
// transaction held back more than these: three seconds of a very busy system, where ours last milliseconds.
const REMEMBERED_POSITIONS = 1_000;

/** Where the reading stood at a time, by `performance.now()`. */
interface HeadAt {
  readonly at: number;
  readonly head: LogPosition;
}

// Several within the time that a state read from a standby may be old.
const HEAD_EVERY_MS = 500;

// A query waits for its turn and for a connection; one that does so for longer has its list followed from the start.
const LONGEST_WAIT_MS = 10_000;

interface ReaderRange<Change extends LoggedChange> extends WantedChanges<Change>, ReplayRange {
  /** Whose operation it is; null within Purser. */
  readonly readerId: string | null;
  readonly stop: AbortSignal;
}

/**
 * Says when a reader may have the next page of a replay. Declared here and registered by who knows the limits of
 * callers.
 */
export interface ReplayLimits {
  /** Waits for it, and gives what ends the page; gives up waiting when `stop` is aborted. */
  enter(readerId: string | null, stop: AbortSignal): Promise<() => void>;
}

const NO_LIMITS: ReplayLimits = { enter: () => Promise.resolve(() => undefined) };

/**
 * Follows the log on this replica and hands changes to local subscribers. One reader serves them all: a change costs
 * one query however many subscribe.
 */
@Injectable()
export class StatusFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(StatusFeed.name);
  readonly #buffers = new Set<SubscriberBuffer<LoggedChange>>();
  #head: LogPosition = LOG_START;
  #incarnation = 0;
  #isUnreadable = false;
  /** Oldest first, the first one from before the time that a state read from a standby may be old. */
  #heads: HeadAt[] = [];
  /** The changes that were read last, oldest first; the oldest are forgotten now and then. */
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
    // Back to before the oldest state that a standby may show: a change a millisecond is more than any system makes.
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
   * Of the last change that this replica has read: whatever is read afterwards, on any replica, shows it, and may show
   * more. With a standby it is that of some seconds ago, for as old may be what a query shows.
   */
  get cursor(): string {
    const { maxLagMilliseconds: maxLag } = this.reads;
    if (maxLag === 0) return toCursor(this.#head);
    // Of a query that waited for its turn, not of now: it is shown what held then.
    const since = readAsOf()?.sentAt ?? performance.now() - maxLag;
    return toCursor(this.#heads.findLast(({ at }) => at <= since)?.head ?? LOG_START);
  }

  limitReplays(limits: ReplayLimits): void {
    this.#replays = limits;
  }

  /**
   * The changes asked for, in the order of the log: what was missed since `after`, then live. The seam has neither gap
   * nor duplicate: the subscriber is attached before the replay begins, the replay ends where it was attached, and
   * every change has one place in one total order. A subscriber too slow for the live feed is sent back to replaying
   * from where it stands, so it costs a bounded amount of memory and loses nothing.
   *
   * Ends when the consumer returns or the application shuts down.
   *
   * @throws ResumeError when the database has lost changes that may have been given already
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

  /** Looks at the log now, or as soon as it may be looked at again. */
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
          // Once for each outage, however often it is read again.
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
   * Goes on in a database that was promoted, restored or set back. Its rows since come after everything of the
   * incarnation before, so the head stays, unless it is in the very incarnation that was set back. Subscribers go on,
   * too, unless changes are gone that they may have been given: then each must ask again what holds.
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
