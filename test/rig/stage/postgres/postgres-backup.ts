import { appendFile, chown, copyFile, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DataDirectory } from '../../../../dev/embedded-postgres/data-directory.js';
import { isSystemError } from '../../../../dev/processes/system-error-code.js';
import type { PostgresServer } from './postgres-server.js';

// Files that belong to the running process, not to the data.
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal']);

const LOG = 'pg_wal';

/**
 * Copies a running server's files like a snapshot of its disk. When PostgreSQL starts from the copy, it recovers to the
 * moment of the snapshot, in the same timeline.
 */
export async function copyRunning(server: PostgresServer, place: DataDirectory): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`);
    await copyFiles(server.place.path, place, (name) => name !== LOG);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    // The write-ahead log is copied last, so that it covers everything that happened during the copy.
    await copyFiles(server.place.path, place, (name) => name === LOG);
    await writeOwned(place, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Copies the files of a stopped server, replacing existing ones. */
export async function copyStopped(from: string, place: DataDirectory): Promise<void> {
  await rm(place.path, { recursive: true, force: true });
  await copyFiles(from, place, () => true);
}

/** Configures a server that will start from a copy to follow the primary at this port, under this name. */
export async function followPrimary(
  place: DataDirectory,
  primary: { readonly port: number; readonly user: string; readonly password: string; readonly name: string },
): Promise<void> {
  const { port, user, password, name } = primary;
  const conninfo = `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${name} sslmode=disable`;
  await writeOwned(place, 'standby.signal', '');
  await appendFile(join(place.path, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
}

async function copyFiles(from: string, place: DataDirectory, takes: (name: string) => boolean): Promise<void> {
  await makeDirectory(place.path, place);
  for (const name of await readdir(from)) {
    if (takes(name) && !NOT_COPIED.has(name)) await copyEntry(join(from, name), join(place.path, name), place);
  }
}

async function copyEntry(from: string, to: string, place: DataDirectory): Promise<void> {
  try {
    if ((await lstat(from)).isDirectory()) {
      await makeDirectory(to, place);
      for (const name of await readdir(from)) await copyEntry(join(from, name), join(to, name), place);
    } else {
      await copyFile(from, to);
      await giveTo(to, place);
    }
  } catch (error) {
    // The server removed the file meanwhile. Recovery learns the same from the write-ahead log.
    if (!isSystemError(error, 'ENOENT')) throw error;
  }
}

async function makeDirectory(path: string, place: DataDirectory): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveTo(path, place);
}

async function writeOwned(place: DataDirectory, name: string, content: string): Promise<void> {
  const path = join(place.path, name);
  await writeFile(path, content, { mode: 0o600 });
  await giveTo(path, place);
}

async function giveTo(path: string, { user }: DataDirectory): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}
