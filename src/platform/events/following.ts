import { retryWhileAway } from '../graphql/retry-while-away.js';
import { comparePositions, type LoggedChange, type LogPosition, type WantedChanges } from './status-change.js';
import { SubscriberBuffer } from './subscriber-buffer.js';

/** The log as one reader follows it. */
export interface FollowedLog {
  /** Prevents older lists for this reader from now on; synchronous if nothing must be written for that. */
  keepFresh(): Promise<void> | void;
  isStopped(): boolean;
  /** Delivers all changes from here on to a buffer; returns the position. */
  attach(buffer: SubscriberBuffer<LoggedChange>): LogPosition;
  detach(buffer: SubscriberBuffer<LoggedChange>): void;
  locate(position: LogPosition): Promise<LogPosition>;
  /** The wanted changes between two positions, within the reader's limits; `stop` ends the wait for those. */
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
  /** Replays what came after this position first; null starts live at this replica's present position. */
  readonly after: LogPosition | null;
  /** Whether the reader may see a change it asked for; by default all. */
  readonly isTold?: (change: Change) => boolean | Promise<boolean>;
}

type Result<Change> = IteratorResult<Change, undefined>;

/**
 * The changes for one reader, one at a time: first the missed ones, then live ones. A buffer is attached before the
 * replay begins, and the replay ends where it was attached.
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

  /** Call it again only after it has settled. */
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
    // After a page that is being read, because the reader's place is freed then.
    await replay?.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #takeLive(buffer: SubscriberBuffer<Change>): Result<Change> | Promise<Result<Change>> | null {
    for (;;) {
      const change = buffer.take();
      // After an overflow the reader catches up; a reader that has stopped is at its end.
      if (!change) return buffer.isOpen ? null : this.#catchUp();
      // A cursor from a replica that is ahead of this one.
      if (this.#position && comparePositions(change.position, this.#position) <= 0) continue;
      this.#position = change.position;
      const isTold = this.#isTold(change);
      if (isTold === true) return { done: false, value: change };
      if (isTold !== false) return this.#await(change, isTold);
    }
  }

  /** Waits for an unavailable database: otherwise a failover would end every reader whose change must be looked up. */
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
    // Before joining, because from here on the reader receives changes.
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
