import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterPlace, HA_DIRECTORY } from './cluster-place.js';

/**
 * Replaces `${NAME}` by values, as `envsubst` does in a container.
 * @throws Error naming a missing value
 */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${name} has no value`);
    return String(value);
  });
}

/** Fills in a file from the folder and writes it, readable only by the cluster's user. Returns its path. */
export async function writeShippedFile(
  place: ClusterPlace,
  { file, as, values }: { readonly file: string; readonly as: string; readonly values: Parameters<typeof fillIn>[1] },
): Promise<string> {
  const path = join(place.directory, as);
  // The file contains passwords.
  await writeFile(path, fillIn(await readFile(join(HA_DIRECTORY, file), 'utf8'), values), { mode: 0o600 });
  if (place.user) await chown(path, place.user.uid, place.user.gid);
  return path;
}
