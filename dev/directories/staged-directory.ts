import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProcessAlive } from '../processes/process-liveness.js';
import { isSystemError } from '../processes/system-error-code.js';

/**
 * Creates a directory atomically. `fill` builds `content` inside a staging directory (0700) next to `destination`,
 * which is then renamed. Of concurrent calls the first wins and the work of the others is dropped. The next call
 * deletes what a killed process left behind.
 */
export async function publishDirectory(
  destination: string,
  fill: (staging: string, content: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(destination);
  const prefix = `${basename(destination)}.staging-`;
  await sweep(parent, prefix);
  const staging = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  const content = join(staging, 'content');
  try {
    await fill(staging, content);
    await rename(content, destination).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function sweep(parent: string, prefix: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(prefix)) continue;
    const builder = Number(entry.slice(prefix.length).split('-')[0]);
    if (isProcessAlive(builder)) continue;
    // A copy or an initdb that outlived its parent may still be adding files. A later call deletes what remains.
    await rm(join(parent, entry), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
