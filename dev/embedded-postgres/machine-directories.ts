import { lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isRoot } from './operating-system-user.js';
import { isSystemError } from '../processes/system-error-code.js';

/**
 * Directory of root for files that the PostgreSQL user must reach. Not /var/tmp: most systems delete files there after
 * 30 days, which would leave half a database, and anyone may take the name first.
 */
export const SHARED_DIRECTORY = '/var/lib/purser-dev';

/**
 * Opens the directory that several checkouts share; creates it if missing.
 * @throws EmbeddedPostgresError if it belongs to another user, who could have put other programs there
 */
export async function openMachineDirectory(): Promise<string> {
  if (isRoot()) return openOwnDirectory(SHARED_DIRECTORY, 0o755);
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  try {
    return await openOwnDirectory(join(cache, 'purser-dev'), 0o700);
  } catch (error) {
    // The home directory of a service user is often missing or read-only.
    if (!isSystemError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) throw error;
    return openOwnDirectory(join(tmpdir(), `purser-dev-${process.getuid?.() ?? 0}`), 0o700);
  }
}

async function openOwnDirectory(path: string, mode: number): Promise<string> {
  await mkdir(path, { recursive: true, mode });
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(`${path} is not a directory that only the present user can write.`);
  }
  return path;
}
