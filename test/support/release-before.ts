import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_BEFORE } from '../../dev/release/release-before.js';

// The sources that `dist/main.js` is built from. The dashboard is a separate program that uses the same API.
const SOURCES = [
  ...['migrations', 'src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'tsconfig.migrations.json'],
  'esbuild.*.mjs',
];

/**
 * Builds `dist/main.js` of the previous release from the checkout's history, once, and returns its path. The build uses
 * the packages that are installed now, because others would need a registry.
 */
export function buildReleaseBefore(checkout: string): string {
  const { commit } = RELEASE_BEFORE;
  const folder = join(checkout, 'build', 'releases', commit);
  const main = join(folder, 'dist', 'main.js');
  if (existsSync(main)) return main;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, '--', ...SOURCES], { cwd: checkout, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x'], { cwd: making, input: archive });
  execFileSync(join(checkout, 'node_modules', '.bin', 'tsc'), ['-b', 'tsconfig.build.json'], { cwd: making });
  execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: making });
  mkdirSync(join(making, 'dist', 'dashboard'));
  renameSync(making, folder);
  return main;
}
