import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** For each build: a file that `npm run build` touches once its output is current, and the folders of the sources. */
const BUILDS = [
  { mark: 'dist/bundle.cjs', folders: ['migrations', 'src'] },
  { mark: 'build/.tsbuildinfo', folders: ['sandbox', 'dev', 'bench', 'test/rig'] },
];

/** Throws if the build is older than the sources. Otherwise specs would pass or fail because of old code. */
export default function expectBuilt() {
  for (const { mark, folders } of BUILDS) {
    const builtAt = statSync(join(ROOT, mark), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const changed = folders.flatMap(compiledFiles).find((file) => statSync(file).mtimeMs > builtAt);
    if (changed !== undefined)
      throw new Error(`${relative(ROOT, changed)} has changed since the last build: npm run build`);
  }
}

function compiledFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /(?<![.](spec|fixture))[.]ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/](spec-support|testing)[/]/.test(file));
}
