import type { SessionPollsRepository, UnchangedPoll } from './persistence/session-polls.sql.js';

// One statement for two hundred polls costs little more than one for a single poll.
const BATCH_SIZE = 200;

// How long the first poll in a batch waits for others. This delays no poll, because the next one is scheduled from the
// time of the answer.
const MAX_WAIT_MS = 100;

interface Batch {
  readonly polls: UnchangedPoll[];
  readonly written: Promise<void>;
  readonly write: () => void;
}

/** Records polls that found no change, many in one statement. */
export class UnchangedPolls {
  #batch: Batch | null = null;

  constructor(private readonly sessions: SessionPollsRepository) {}

  /** Adds a poll to the batch. Resolves when the poll is written; rejects if writing fails. */
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
