import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findProjectRoot } from '../start/project-root.js';

const packageFile = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

/**
 * Finds Node 24: the running Node, or one from an npm package. Installs the package on first use into its own
 * directory, because among Purser's packages it would become the `node` of every npm script.
 * @returns the path of the executable; null if there is no package for this machine, or npm cannot install it
 */
export async function findNode24(): Promise<string | null> {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const source = join(findProjectRoot(), 'dev/node-24');
  const name = `node-${process.platform}-${process.arch}`;
  const packages = packageFile.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const version = packages.optionalDependencies[name];
  if (version === undefined) return null;
  const directory = join(findProjectRoot(), 'node_modules/.cache', `node-${version}`);
  const node = join(directory, 'node_modules', name, 'bin/node');
  if (!existsSync(node)) {
    console.log(`Installing Node ${version}, once…`);
    await cp(source, directory, { recursive: true });
    try {
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', directory], { cwd: directory });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return existsSync(node) ? node : null;
}

/** @throws Error if there is no Node 24 */
export async function requireNode24(): Promise<string> {
  const node = await findNode24();
  if (node !== null) return node;
  throw new Error('Node 24 is missing: its package cannot be installed, or there is none for this machine.');
}
