import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** All specs together use less than 2 GiB at a time: databases of 12 MB, PostgreSQL's log and a browser. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Creates a directory for throwaway data that other users can traverse. Uses memory if there is room: a test database
 * has a thousand files, and creating them on disk is slow.
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
