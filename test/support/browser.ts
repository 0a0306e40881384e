import { join } from 'node:path';
import * as chromium from '../../dev/browser/chromium.js';

export type TestBrowser = chromium.TestBrowser;

/** Opens Chromium. The first call of a run unpacks the browser for the whole run. */
export function openBrowser(): Promise<TestBrowser> {
  return chromium.openBrowser(join(process.env['PURSER_TEST_DIRECTORY']!, 'chromium'));
}
