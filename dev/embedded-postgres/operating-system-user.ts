import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const execute = promisify(execFile);

/** The user that a process runs as, in the form that `spawn` accepts. */
export interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whether this process is root. PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Finds the user for PostgreSQL if this process is root: `postgres` if it exists, otherwise `nobody`.
 * @throws EmbeddedPostgresError if the machine has neither
 */
export async function findUnprivilegedUser(passwdFile = '/etc/passwd'): Promise<OperatingSystemUser> {
  const rows = (await readFile(passwdFile, 'utf8')).split('\n').map((row) => row.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const row = rows.find(([login]) => login === name);
    if (row !== undefined) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and ${passwdFile} has neither the user "postgres" nor "nobody" to run it as.`,
  );
}

/** Whether a user can read inside a directory. Asks the system, which also evaluates ACLs. */
export async function canEnter(user: OperatingSystemUser, directory: string): Promise<boolean> {
  try {
    await execute('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { uid: user.uid, gid: user.gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
