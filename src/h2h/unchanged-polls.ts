import type { SessionPollsRepository, UnchangedPoll } from './persistence/session-polls.sql.js';

// A statement for two hundred costs little more than one for one.
const BATCH_SIZE = 200;

// How long the first of a batch waits for others. It delays no poll, because the next one is scheduled from the answer.
const MAX_WAIT_MS = 100;

interface Batch {
  readonly polls: UnchangedPoll[];
  readonly written: Promise<void>;
  readonly write: () => void;
}

/** Writes polls that showed nothing new, many in one statement. */
export class UnchangedPolls {
  #batch: Batch | null = null;

  constructor(private readonly sessions: SessionPollsRepository) {}

  /** Resolves once the poll is written; rejects if it could not be. */
  add(poll: UnchangedPoll): Promise<void> {
    this.#batch ??= this.open();
    const batch = this.#batch;
    batch.polls.push(poll);
    if (batch.polls.length >= BATCH_SIZE) batch.write();
    return batch.written;
  }

  private open(): Batch {
    const { promise: full, resolve: write } = promiseWithResolver();
    const polls: UnchangedPoll[] = [];
    const timer = setTimeout(write, MAX_WAIT_MS);
    const written = full.then(() => {
      clearTimeout(timer);
      this.#batch = null;
      return this.sessions.recordUnchanged(polls);
    });
    return { polls, written, write };
  }
}

function promiseWithResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
