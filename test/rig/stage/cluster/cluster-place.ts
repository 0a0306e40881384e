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

/** The folder of the files that `compose.ha.yaml` starts the same programs with. */
export const HA_DIRECTORY = join(findProjectRoot(), 'deploy', 'ha');

/** Everything on this machine is reached here. */
export const LOOPBACK = '127.0.0.1';

/** Where a cluster lies, whose it is and what it is made of. */
export interface ClusterPlace {
  readonly directory: string;
  /** Root's cluster is another user's: PostgreSQL refuses to run as root. */
  readonly user: OperatingSystemUser | undefined;
  /** `make-database.sql` where that user may read it: a checkout may lie under a home that is closed. */
  readonly haDirectory: string;
  readonly programs: MachinePrograms;
  readonly onLine: (line: ProcessLine) => void;
}

/** Makes the directory of a cluster, below one that exists and that others may pass through. */
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
