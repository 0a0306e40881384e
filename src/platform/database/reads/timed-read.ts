import type { QueryRunner } from 'typeorm';
import type { SlowReaders } from './slow-readers.js';

/** A read of the API timed out, or waited for a connection for too long. The caller may request less. */
export class ReadTimedOutError extends Error {
  override readonly name = 'ReadTimedOutError';
}

/**
 * Reads for a caller in turn, or immediately without one.
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
    // Waiting for a connection does not count as slow.
    await runner.connect();
    startedAt = performance.now();
    return await read();
  } finally {
    end(performance.now() - startedAt);
  }
}
