import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNode24 } from '../../dev/node-24/find-node-24.js';
import { findProjectRoot } from '../../dev/start/project-root.js';

/** PostGraphile's server script, and the path of a Node that can run it. */
export interface PostGraphile {
  /** Relative to the root of the project. */
  readonly script: string;
  readonly node: string;
}

// A folder that none of the project's tools read.
const DIRECTORY = 'node_modules/.cache/postgraphile';

/**
 * Finds PostGraphile. Installs it on first use, because its 300 MB are needed only here.
 * @returns null if it cannot be installed, or there is no Node 24 for this machine
 */
export async function findPostGraphile(): Promise<PostGraphile | null> {
  const root = findProjectRoot();
  const directory = join(root, DIRECTORY);
  await cp(join(root, 'bench/postgraphile'), directory, { recursive: true });
  const packages = join(directory, 'node_modules');
  if (!existsSync(join(packages, 'postgraphile'))) {
    console.log('Installing PostGraphile for the bench, once…');
    try {
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', directory], { cwd: directory });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  const node = await findNode24();
  return node !== null && existsSync(join(packages, 'postgraphile')) ? { node, script: `${DIRECTORY}/main.mjs` } : null;
}
