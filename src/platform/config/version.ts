import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

interface Build {
  readonly version: string;
  readonly revision: string;
}

// esbuild inserts this value into each bundle, so that `dist/` works without package.json.
declare const PURSER_BUILD: Build | undefined;

const packageFile = z.object({ version: z.string() });

const BUILD: Build = typeof PURSER_BUILD === 'undefined' ? readPackage() : PURSER_BUILD;

/** Purser's version and the commit that it was built from. The commit is `unknown` outside a checkout. */
export const VERSION = BUILD.version;
export const REVISION = BUILD.revision;

/** For files that are not bundled, such as specs and `npm start`. */
function readPackage(): Build {
  const file = findPackage(new URL('.', import.meta.url));
  const { version } = packageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { version, revision: 'unknown' };
}

/**
 * Finds the nearest package.json above the folder.
 * @throws Error if there is none
 */
function findPackage(folder: URL): URL {
  const file = new URL('package.json', folder);
  if (existsSync(file)) return file;
  const above = new URL('..', folder);
  if (above.href === folder.href) throw new Error('There is no package.json above this file');
  return findPackage(above);
}
