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

// Without this interval, thirty replicas would read the log thousands of times a second if there are 300 changes a
// second; with 40 reads a second each of them receives as much. Changes held back by an open transaction are checked
// for just as often, because such transactions last milliseconds.
const LOOK_INTERVAL_MS = 25;

const PAGE_SIZE = 500;

// A page takes a fifth of a second to resolve, which limits how long the process's other work has to wait.
const REPLAY_PAGE_SIZE = 100;

// A database that is set back loses its latest commits. These are among the last changes read, unless a single
// transaction held back more than this number: three seconds of a very busy system, in which transactions last
// milliseconds.
const REMEMBERED_POSITIONS = 1_000;

/** The reading position at a certain time, by `performance.now()`. */
interface HeadAt {
  readonly at: number;
  readonly head: LogPosition;
}

// Frequent enough for several heads within the maximum age of a standby's state.
const HEAD_EVERY_MS = 500;

// Covers the time that a query waits for its turn and for a connection. If it waits longer, its list is followed from
// the start of the log.
const LONGEST_WAIT_MS = 10_000;

interface ReaderRange<Change extends LoggedChange> extends WantedChanges<Change>, ReplayRange {
  readonly readerId: string | null;
  readonly stop: AbortSignal;
}

/**
 * Decides when a reader may read the next page of a replay. Declared here, but implemented and registered by the module
 * that limits callers.
 */
export interface ReplayLimits {
  /**
   * Waits until the reader may read a page, and returns the function to call when the page has ended. Stops waiting if
   * `stop` is aborted.
   */
  enter(readerId: string | null, stop: AbortSignal): Promise<() => void>;
}

const NO_LIMITS: ReplayLimits = { enter: () => Promise.resolve(() => undefined) };

/**
 * Follows the log on this replica and delivers changes to local subscribers. One reader serves all of them, so a change
 * costs one query, however many subscribers there are.
 */
@Injectable()
export class StatusFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(StatusFeed.name);
  readonly #buffers = new Set<SubscriberBuffer<LoggedChange>>();
  #head: LogPosition = LOG_START;
  #incarnation = 0;
  #isUnreadable = false;
  /** Oldest first. The first head is older than a state that a standby may show. */
  #heads: HeadAt[] = [];
  /** The positions of the changes read last, oldest first. The oldest ones are dropped from time to time. */
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
    // Goes back to before the oldest state that a standby may show: no system makes more than one change per
    // millisecond.
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
   * Cursor of the last change that this replica has read. Any later read, on any replica, includes that change. With a
   * standby the cursor is a few seconds old, because the answer to a query may be, too.
   */
  get cursor(): string {
    const { maxLagMilliseconds: maxLag } = this.reads;
    if (maxLag === 0) return toCursor(this.#head);
    // Relative to the time at which the query began to wait, because the query may see the state from that time.
    const since = readAsOf()?.sentAt ?? performance.now() - maxLag;
    return toCursor(this.#heads.findLast(({ at }) => at <= since)?.head ?? LOG_START);
  }

  limitReplays(limits: ReplayLimits): void {
    this.#replays = limits;
  }

  /**
   * Delivers the requested changes in log order: first those missed since `after`, then live ones, without gaps or
   * duplicates. The subscriber is attached before the replay begins, the replay ends at the position where it was
   * attached, and all changes are in one total order. A subscriber that is too slow for live delivery goes back to
   * replaying from its position, so it uses limited memory and loses nothing.
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
          // Logged once per outage, however often reading fails.
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
   * Continues after the database was promoted, restored or set back. Its further rows come after everything in the
   * previous incarnation, so the head stays, unless it is in the incarnation that was set back. Subscribers continue as
   * well, unless changes that they may have received are gone: in that case each must read the current state again.
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
