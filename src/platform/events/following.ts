import { retryWhileAway } from '../graphql/retry-while-away.js';
import { comparePositions, type LoggedChange, type LogPosition, type WantedChanges } from './status-change.js';
import { SubscriberBuffer } from './subscriber-buffer.js';

/** What `Following` needs of the log to serve one reader. */
export interface FollowedLog {
  /**
   * From now on, prevents lists from showing this reader an older state. Returns a promise only if that requires a
   * write.
   */
  keepFresh(): Promise<void> | void;
  isStopped(): boolean;
  /** Delivers all changes from here on to a buffer, and returns the log position at which it was attached. */
  attach(buffer: SubscriberBuffer<LoggedChange>): LogPosition;
  detach(buffer: SubscriberBuffer<LoggedChange>): void;
  locate(position: LogPosition): Promise<LogPosition>;
  /**
   * Reads the requested changes between two positions, within the reader's limits. Aborting `stop` ends the wait for
   * them.
   */
  replay<Change extends LoggedChange>(
    wanted: WantedChanges<Change>,
    range: ReplayRange,
    stop: AbortSignal,
  ): AsyncGenerator<Change, void>;
}

export interface ReplayRange {
  readonly after: LogPosition;
  readonly upTo: LogPosition;
}

export interface FollowRequest<Change extends LoggedChange> extends WantedChanges<Change> {
  /** Replays the changes after this position first. Null starts live, at this replica's current position. */
  readonly after: LogPosition | null;
  /** Whether the reader may see a change that they requested. By default they may see all. */
  readonly isTold?: (change: Change) => boolean | Promise<boolean>;
}

type Result<Change> = IteratorResult<Change, undefined>;

/**
 * Delivers changes to one reader, one at a time: first the missed ones, then live ones. A buffer is attached before the
 * replay begins, and the replay ends at the position where it was attached.
 *
 * Written without generators: thousands of readers wait for the same change, and each step of a generator costs three
 * promises.
 */
export class Following<Change extends LoggedChange> implements AsyncIterableIterator<Change, undefined> {
  readonly #stop = new AbortController();
  #position: LogPosition | null = null;
  #buffer: SubscriberBuffer<Change> | null = null;
  #replay: AsyncGenerator<Change, void> | null = null;

  constructor(
    private readonly log: FollowedLog,
    private readonly request: FollowRequest<Change>,
  ) {}

  /** May be called again only after the previous call has settled. */
  next(): Promise<Result<Change>> {
    const buffer = this.#buffer;
    if (!buffer || this.#replay) return this.#catchUp();
    return new Promise((resolve, reject) => {
      const takeLive = (): void => {
        try {
          const result = this.#takeLive(buffer);
          if (result) resolve(result);
          else buffer.onChange(takeLive);
        } catch (error) {
          this.#end();
          reject(error instanceof Error ? error : new Error('Following failed', { cause: error }));
        }
      };
      takeLive();
    });
  }

  async return(): Promise<Result<Change>> {
    const replay = this.#replay;
    this.#end();
    // Waits for a page that is still being read, because only then is the reader's slot freed.
    await replay?.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #takeLive(buffer: SubscriberBuffer<Change>): Result<Change> | Promise<Result<Change>> | null {
    for (;;) {
      const change = buffer.take();
      // If the buffer has overflowed, the reader catches up by replaying; if it was closed, the reader ends.
      if (!change) return buffer.isOpen ? null : this.#catchUp();
      // Skips changes that the reader has already seen on a replica that is ahead of this one.
      if (this.#position && comparePositions(change.position, this.#position) <= 0) continue;
      this.#position = change.position;
      const isTold = this.#isTold(change);
      if (isTold === true) return { done: false, value: change };
      if (isTold !== false) return this.#await(change, isTold);
    }
  }

  /** Waits while the database is away. Otherwise a failover would end every reader whose changes require a lookup. */
  #isTold(change: Change): boolean | Promise<boolean> {
    const { isTold } = this.request;
    return isTold ? retryWhileAway(() => isTold(change)) : true;
  }

  async #await(change: Change, isTold: Promise<boolean>): Promise<Result<Change>> {
    try {
      if (await isTold) return { done: false, value: change };
    } catch (error) {
      this.#end();
      throw error;
    }
    return this.next();
  }

  async #catchUp(): Promise<Result<Change>> {
    try {
      if (!this.#replay) {
        this.#detach();
        if (this.log.isStopped() || this.#stop.signal.aborted) return { done: true, value: undefined };
        await this.#begin();
      }
      for (;;) {
        const next = await this.#replay?.next();
        if (!next || next.done === true) break;
        const change = next.value;
        this.#position = change.position;
        if (await this.#isTold(change)) return { done: false, value: change };
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#replay = null;
    return this.next();
  }

  async #begin(): Promise<void> {
    // Must come before attaching, because from then on the reader receives changes.
    const kept = this.log.keepFresh();
    if (kept) await kept;
    const { after } = this.request;
    if (!this.#position && after) this.#position = await this.log.locate(after);
    if (this.#stop.signal.aborted) return;
    this.#buffer = new SubscriberBuffer(this.request.isWanted);
    const upTo = this.log.attach(this.#buffer);
    this.#position ??= upTo;
    if (comparePositions(this.#position, upTo) < 0) {
      const range = { after: this.#position, upTo };
      this.#replay = this.log.replay(this.request, range, this.#stop.signal);
    }
  }

  #end(): void {
    this.#stop.abort();
    this.#buffer?.close();
    this.#detach();
  }

  #detach(): void {
    if (this.#buffer) this.log.detach(this.#buffer);
    this.#buffer = null;
    this.#replay = null;
  }
}
