import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a value as a JSON file and returns its path. The operating system deletes it. */
export function jsonFile(value: unknown): string {
  return writtenFile(JSON.stringify(value));
}

/** Writes values as a file with one JSON object per line and returns its path. */
export function linesFile(values: readonly object[]): string {
  return writtenFile(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

function writtenFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'purser-test-file-')), 'file.json');
  writeFileSync(path, text);
  return path;
}
