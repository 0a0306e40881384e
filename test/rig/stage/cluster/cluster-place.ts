import { chown, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findUnprivilegedUser,
  isRoot,
  type OperatingSystemUser,
} from '../../../../dev/embedded-postgres/operating-system-user.js';
import type { ProcessLine } from '../../../../dev/processes/supervised-process.js';
import { findProjectRoot } from '../../../../dev/start/project-root.js';
import type { MachinePrograms } from './machine-programs.js';

/** The folder of the files with which `compose.ha.yaml` starts the same programs. */
export const HA_DIRECTORY = join(findProjectRoot(), 'deploy', 'ha');

/** All parts on this machine use this address. */
export const LOOPBACK = '127.0.0.1';

/** The location of a cluster, its owner and its programs. */
export interface ClusterPlace {
  readonly directory: string;
  /** As root the cluster belongs to another user, because PostgreSQL refuses to run as root. */
  readonly user: OperatingSystemUser | undefined;
  /** Location of `make-database.sql` that this user can read: a checkout may be under a private home. */
  readonly haDirectory: string;
  readonly programs: MachinePrograms;
  readonly onLine: (line: ProcessLine) => void;
}

/** Creates the directory of a cluster, below an existing one that other users can traverse. */
export async function openClusterPlace(
  below: string,
  parts: Pick<ClusterPlace, 'programs' | 'onLine'>,
): Promise<ClusterPlace> {
  const user = isRoot() ? await findUnprivilegedUser() : undefined;
  const directory = join(below, 'cluster');
  await mkdir(directory, { mode: 0o700 });
  await cp(join(HA_DIRECTORY, 'make-database.sql'), join(directory, 'make-database.sql'));
  if (user) await chown(directory, user.uid, user.gid);
  return { directory, user, haDirectory: directory, ...parts };
}
