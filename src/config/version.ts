import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

/** The version of Purser, from the package that this file is part of, be it bundled or not. */
export const VERSION = packageFile.parse(
  JSON.parse(readFileSync(findPackage(new URL('.', import.meta.url)), 'utf8')),
).version;

function findPackage(folder: URL): URL {
  const file = new URL('package.json', folder);
  return existsSync(file) ? file : findPackage(new URL('..', folder));
}
