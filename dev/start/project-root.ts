import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Finds the checkout of this file, whether it runs from the sources or from `build/`. */
export function findProjectRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    if (directory === dirname(directory)) throw new Error('No package.json above this file.');
    directory = dirname(directory);
  }
  return directory;
}
