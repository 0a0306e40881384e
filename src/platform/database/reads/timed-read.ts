import type { QueryRunner } from 'typeorm';
import type { SlowReaders } from './slow-readers.js';

/** A read for the API timed out, or waited too long for a connection. The caller may request less. */
export class ReadTimedOutError extends Error {
  override readonly name = 'ReadTimedOutError';
}

/**
 * Runs a read when the reader's turn has come, or immediately if there is no reader.
 * @throws ReadTimedOutError if the turn does not come in time
 */
export async function readInTurn<Result>(
  { readers, readerId, runner }: { readers: SlowReaders; readerId: string | null; runner: QueryRunner },
  read: () => Promise<Result>,
): Promise<Result> {
  const end = readerId === null ? () => undefined : await readers.begin(readerId);
  if (end === null) throw new ReadTimedOutError();
  let startedAt = Infinity;
  try {
    // The wait for a connection does not count as slow, so it happens first.
    await runner.connect();
    startedAt = performance.now();
    return await read();
  } finally {
    end(performance.now() - startedAt);
  }
}
