import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

// Directory of daemons, which is not in an ordinary user's PATH.
const DAEMONS = '/usr/sbin';

/** Finds a program of this machine; null if it is missing. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), DAEMONS]) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

export async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
