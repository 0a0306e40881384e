import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Compares a committed file with what the code says it must be. `npm run generate` writes it instead, so that the
 * difference can be read and committed.
 */
export function expectCommitted(path: string, expected: string): void {
  const file = join(ROOT, path);
  if (process.env['UPDATE_GENERATED'] === 'true') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, expected);
  }
  expect(readFileSync(file, 'utf8')).toBe(expected);
}

/** The text of a committed file. */
export function committed(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
