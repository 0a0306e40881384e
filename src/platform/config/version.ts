import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

interface Build {
  readonly version: string;
  readonly revision: string;
}

// esbuild compiles it into each bundle, so `dist/` starts without package.json.
declare const PURSER_BUILD: Build | undefined;

const packageFile = z.object({ version: z.string() });

const BUILD: Build = typeof PURSER_BUILD === 'undefined' ? readPackage() : PURSER_BUILD;

/** Purser's version, and the commit it was built from; `unknown` outside a checkout. */
export const VERSION = BUILD.version;
export const REVISION = BUILD.revision;

/** For files that are not bundled, as in specs and `npm start`. */
function readPackage(): Build {
  const file = findPackage(new URL('.', import.meta.url));
  const { version } = packageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { version, revision: 'unknown' };
}

/** @throws Error if no folder up to the root has one */
function findPackage(folder: URL): URL {
  const file = new URL('package.json', folder);
  if (existsSync(file)) return file;
  const above = new URL('..', folder);
  if (above.href === folder.href) throw new Error('There is no package.json above this file');
  return findPackage(above);
}
