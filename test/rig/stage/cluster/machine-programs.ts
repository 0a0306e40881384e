import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, isProgram } from '../../../../dev/processes/machine-program.js';

// For each program to find, the Debian package that contains it.
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'nats-server': 'nats-server',
} as const;

type Program = keyof typeof PACKAGES;

// Debian puts each version in its own folder, and no server into PATH.
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;

export type MachinePrograms = Readonly<Record<Program, string>> & {
  /** The folder with PostgreSQL's programs. */
  readonly postgresBin: string;
};

/**
 * Finds the programs of a cluster on this machine. Installs nothing.
 * @throws Error naming the missing packages
 */
export async function findPrograms(): Promise<MachinePrograms> {
  const missing: string[] = [];
  const find = async (program: Program): Promise<string> => {
    const path = await findProgram(program);
    if (path === null) missing.push(PACKAGES[program]);
    return path ?? '';
  };
  const programs = {
    etcd: await find('etcd'),
    patroni: await find('patroni'),
    haproxy: await find('haproxy'),
    pgbouncer: await find('pgbouncer'),
    'nats-server': await find('nats-server'),
  };
  const postgresBin = await findPostgres();
  if (postgresBin === null) missing.push(`postgresql-${OLDEST_POSTGRES} or newer`);
  if (missing.length === 0 && postgresBin !== null) return { ...programs, postgresBin };
  throw new Error(`Packages of Debian are missing: ${missing.join(', ')}. docs/scale.md has the command.`);
}

/** Returns the newest installed version that Purser supports. */
async function findPostgres(): Promise<string | null> {
  const versions = (await readdir(POSTGRES_VERSIONS).catch(() => [])).map(Number);
  for (const version of versions.sort((one, other) => other - one)) {
    const folder = join(POSTGRES_VERSIONS, String(version), 'bin');
    if (version >= OLDEST_POSTGRES && (await isProgram(join(folder, 'postgres')))) return folder;
  }
  return null;
}
