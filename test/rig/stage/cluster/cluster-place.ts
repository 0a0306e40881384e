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

/** The folder with the configuration files that `compose.ha.yaml` uses, too. */
export const HA_DIRECTORY = join(findProjectRoot(), 'deploy', 'ha');

/** The address of all parts, because they run on one machine. */
export const LOOPBACK = '127.0.0.1';

/** Where a cluster is, who owns it and which programs it uses. */
export interface ClusterPlace {
  readonly directory: string;
  /** The user that owns the cluster if we are root, because PostgreSQL refuses to run as root. */
  readonly user: OperatingSystemUser | undefined;
  /** A location of `make-database.sql` that this user can read, because the checkout may be under a private home. */
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
