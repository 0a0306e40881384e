import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a value as a JSON file and returns its path; the operating system clears it away. */
export function jsonFile(value: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'purser-test-file-')), 'file.json');
  writeFileSync(path, JSON.stringify(value));
  return path;
}
