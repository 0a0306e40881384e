import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** A run of all specs keeps less than 2 GiB at a time: this many databases of 12 MB, the log of PostgreSQL, a browser. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * A new directory for data that nobody needs after the run, which other users can pass through. In memory where the
 * machine has room there: a database of a test is a thousand files, and making them is what costs its time on a disk.
 */
export async function throwawayDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(await roomiest(), prefix));
  await chmod(directory, 0o711);
  return directory;
}

async function roomiest(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
