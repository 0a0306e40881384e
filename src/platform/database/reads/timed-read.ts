import type { QueryRunner } from 'typeorm';
import type { SlowReaders } from './slow-readers.js';

/** A read of the API took longer than it may, or waited for a connection for too long. The caller may ask for less. */
export class ReadTimedOutError extends Error {
  override readonly name = 'ReadTimedOutError';
}

/**
 * Reads for a caller when it is their turn; for nobody in particular at once.
 *
 * @throws ReadTimedOutError when the turn does not come in time
 */
export async function readInTurn<Result>(
  { readers, readerId, runner }: { readers: SlowReaders; readerId: string | null; runner: QueryRunner },
  read: () => Promise<Result>,
): Promise<Result> {
  const end = readerId === null ? () => undefined : await readers.begin(readerId);
  if (end === null) throw new ReadTimedOutError();
  let startedAt = Infinity;
  try {
    // Waiting for a connection makes nobody slow.
    await runner.connect();
    startedAt = performance.now();
    return await read();
  } finally {
    end(performance.now() - startedAt);
  }
}
