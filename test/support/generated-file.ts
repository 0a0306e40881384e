import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Compares a committed file with the content that the code generates. `npm run generate` writes the file instead, so
 * that the difference can be reviewed and committed.
 */
export function expectCommitted(path: string, expected: string): void {
  const file = join(ROOT, path);
  // Skips writing equal content: a written file looks changed since the build.
  if (process.env['UPDATE_GENERATED'] === 'true' && !holds(file, expected)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, expected);
  }
  expect(readFileSync(file, 'utf8')).toBe(expected);
}

function holds(file: string, text: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

export function committed(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
