import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const execute = promisify(execFile);

/** A user to run a process as, in the form `spawn` takes. */
export interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whether this process may, and must, start PostgreSQL as somebody else: it refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user that PostgreSQL runs as when we are root: `postgres` where it exists, otherwise `nobody`.
 * @throws EmbeddedPostgresError when the machine has neither.
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

/** Whether a user can reach what lies in a directory. Asked of the system itself, which also knows of ACLs. */
export async function canEnter(user: OperatingSystemUser, directory: string): Promise<boolean> {
  try {
    await execute('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { uid: user.uid, gid: user.gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
