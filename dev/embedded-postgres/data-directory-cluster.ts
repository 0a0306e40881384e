import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataDirectory } from './data-directory.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { publishDirectory } from '../directories/staged-directory.js';
import { isSystemError } from '../processes/system-error-code.js';

const execute = promisify(execFile);

export const CLUSTER_USER = 'purser';

/**
 * The complete environment of PostgreSQL, so that the caller's PGDATA, PGPORT and the like override nothing. Messages
 * are in English.
 */
export const CLUSTER_ENVIRONMENT: Readonly<Record<string, string>> = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface ClusterOptions {
  readonly place: DataDirectory;
  readonly initdb: string;
  /** File of the superuser's password; created if missing. */
  readonly passwordFile: string;
  readonly durable: boolean;
}

/**
 * Returns the superuser's password of the cluster in the data directory. Initialises a new cluster if there is none,
 * under another name that is then changed, so a killed initdb leaves nothing that looks like a cluster.
 * @throws EmbeddedPostgresError if the directory holds something else, or its password is lost
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { place, passwordFile } = options;
  if (await isCluster(place.path)) return readPassword(passwordFile, place.path);

  const password = await ensurePassword(passwordFile);
  await publishDirectory(place.path, (staging, content) => initialise(options, password, staging, content));
  if (!(await isCluster(place.path))) {
    throw new EmbeddedPostgresError(`${place.path} holds files that are not a PostgreSQL data directory.`);
  }
  return password;
}

async function initialise(options: ClusterOptions, password: string, staging: string, content: string): Promise<void> {
  const { user } = options.place;
  const handedOver = join(staging, 'password');
  await writeFile(handedOver, password, { mode: 0o600 });
  if (user !== undefined) {
    await chown(handedOver, user.uid, user.gid);
    await chown(staging, user.uid, user.gid);
  }
  const argumentList = [
    `--pgdata=${content}`,
    `--username=${CLUSTER_USER}`,
    `--pwfile=${handedOver}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own collation and case rules are the same on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  try {
    await execute(options.initdb, argumentList, { ...user, cwd: '/', env: CLUSTER_ENVIRONMENT });
  } catch (cause) {
    throw new EmbeddedPostgresError(`initdb failed. ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

async function isCluster(path: string): Promise<boolean> {
  try {
    await access(join(path, 'PG_VERSION'));
    return true;
  } catch (error) {
    // For root, the file can only be missing. Another user may lack access, which is an error.
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}

async function readPassword(passwordFile: string, path: string): Promise<string> {
  try {
    return await readFile(passwordFile, 'utf8');
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT')) throw cause;
    throw new EmbeddedPostgresError(
      `${path} exists but its password file ${passwordFile} is missing. Delete that directory to begin with an empty database.`,
      { cause },
    );
  }
}

/**
 * Writes the password to a draft and publishes it with a hard link. The link appears complete and only once, so
 * concurrent first starts read the same password.
 */
async function ensurePassword(passwordFile: string): Promise<string> {
  const draft = `${passwordFile}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, passwordFile);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(passwordFile, 'utf8');
}
