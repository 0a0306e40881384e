import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

// Daemons are here, where PATH of an ordinary user does not lead.
const DAEMONS = '/usr/sbin';

/** The path of a program of this machine; null without it. */
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
