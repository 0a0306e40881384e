import { readFile, rename, writeFile } from 'node:fs/promises';
import { isSystemError } from '../processes/system-error-code.js';

export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a file that only the current user can read (0600), atomically. */
export async function writeSecretly(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
