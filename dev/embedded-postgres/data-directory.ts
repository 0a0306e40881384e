import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readFile, readdir, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openMachineDirectory, SHARED_DIRECTORY } from './machine-directories.js';
import { canEnter, findUnprivilegedUser, isRoot, type OperatingSystemUser } from './operating-system-user.js';
import { isSystemError } from '../processes/system-error-code.js';

export interface DataDirectory {
  /** Actual location of the files: the requested path, or the target of its link. */
  readonly path: string;
  /** User that runs PostgreSQL; undefined means the current one. */
  readonly user: OperatingSystemUser | undefined;
}

const ORIGIN = '.origin';

/**
 * Decides where a data directory is and who owns it. For a normal user it is the requested path.
 *
 * As root the database runs as another user, who cannot enter a checkout under a 0700 home. So the data goes to
 * `/var/lib/purser-dev/data-<id>`, the requested path becomes a symbolic link to it, and `data-<id>.origin` names that
 * link. After the link is deleted, the next call deletes the data.
 */
export async function locateDataDirectory(requested: string): Promise<DataDirectory> {
  await mkdir(dirname(requested), { recursive: true, mode: 0o700 });
  const path = join(await realpath(dirname(requested)), basename(requested));
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink()) return followLink(path);
  if (!isRoot()) return { path, user: undefined };
  if (entry !== undefined) return { path, user: await ownerOr(entry) };

  const user = await findUnprivilegedUser();
  if (await canEnter(user, dirname(path))) return { path, user };
  return relocate(path, user);
}

async function followLink(link: string): Promise<DataDirectory> {
  const path = resolve(dirname(link), await readlink(link));
  if (!isRoot()) return { path, user: undefined };
  // Records the link's path again, because the checkout may have been moved, and the link with it.
  if (dirname(path) === SHARED_DIRECTORY) await recordOrigin(path, link);
  return { path, user: await ownerOr(await lstat(path).catch(() => undefined)) };
}

/** Existing data keeps its owner, who can use it without being root. */
async function ownerOr(entry: Stats | undefined): Promise<OperatingSystemUser> {
  if (entry === undefined || entry.uid === 0) return findUnprivilegedUser();
  return { uid: entry.uid, gid: entry.gid };
}

async function relocate(link: string, user: OperatingSystemUser): Promise<DataDirectory> {
  const directory = await openMachineDirectory();
  await removeAbandoned(directory);
  const path = join(directory, `data-${randomUUID()}`);
  try {
    await symlink(path, link);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return followLink(link);
    throw error;
  }
  await recordOrigin(path, link);
  return { path, user };
}

async function recordOrigin(path: string, link: string): Promise<void> {
  await writeFile(path + ORIGIN, link, { mode: 0o600 });
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(ORIGIN)) continue;
    const data = join(directory, name.slice(0, -ORIGIN.length));
    const link = await readFile(data + ORIGIN, 'utf8').catch(() => '');
    if ((await readlink(link).catch(() => undefined)) === data) continue;
    await rm(data, { recursive: true, force: true });
    await rm(data + ORIGIN, { force: true });
  }
}
