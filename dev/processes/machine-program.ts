import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

// The directory for daemons, which an ordinary user's PATH does not contain.
const DAEMONS = '/usr/sbin';

/** Returns the path of an installed program, or null if it is not installed. */
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
