import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { APIResponse, BrowserContext, Locator, Page, Route } from 'playwright-core';
import type { TestBrowser } from './browser.js';

// Runs before any script of the page, so that no violation is missed.
const WATCH_POLICY = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy', violatedDirective, blockedURI))`;

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** The browsers that visit the dashboard during one test. */
export class DashboardVisits {
  /** Console output of the pages, including violations of the policy. */
  complaints: string[] = [];
  readonly origins = new Set<string>();
  readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly chromium: TestBrowser,
    private readonly url: string,
  ) {}

  /** Opens a page of the dashboard in a new browser. */
  async visit(path: string): Promise<Page> {
    const context = await this.chromium.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(WATCH_POLICY);
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => this.origins.add(new URL(request.url()).origin));
    this.contexts.push(context);
    await page.goto(`${this.url}/dashboard${path}`);
    return page;
  }

  async signIn(apiKey: string, path = '/'): Promise<Page> {
    const page = await this.visit(path);
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The links appear once the caller's permissions are known.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
    return page;
  }

  /** Closes the browsers. Fails if a page complained or sent a request to another origin. */
  async end(): Promise<void> {
    for (const context of this.contexts) await context.close();
    expect(this.complaints).toEqual([]);
    expect([...this.origins]).toEqual([this.url]);
  }
}

/** Sends a held-back request as the page would have sent it. */
export function fetchAsPage(route: Route): Promise<APIResponse> {
  // Playwright omits headers that only the browser may set.
  return route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
}

/** Returns the row of a list whose link has this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns axe's findings on a page or within its dialog, each with its first place. Applies the rules of WCAG 2.2 AA
 * unless others are given.
 */
export async function violations(
  page: Page,
  { rules = WCAG, within = 'html' }: { readonly rules?: readonly string[]; readonly within?: string | undefined } = {},
): Promise<string[]> {
  // The page's policy forbids foreign scripts, but not code evaluated from outside.
  await page.evaluate(`window.axe || (() => {${AXE}})()`);
  // Omits passed rules, which would double the time.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false });
  return page.evaluate(`axe.run('${within}', ${options}).then(
    ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** Returns the parts of a page that extend beyond its right edge, except inside containers that scroll or clip. */
export async function partsTooWide(page: Page): Promise<unknown[]> {
  return page.evaluate(`[...document.querySelectorAll('body :not(svg *)')]
    .filter((part) => part.getBoundingClientRect().right > innerWidth && !part.closest('[role=group]'))
    .map((part) => part.outerHTML.slice(0, 80))
    .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])`);
}

// More than the focusable elements of any page.
const MAX_TABS = 60;

// The accessible name of the focused element; for fields, the label.
const FOCUSED = `(({ ariaLabel, labels, textContent }) => ariaLabel || labels?.[0]?.textContent || textContent)(
  document.activeElement)`;

/** Presses Tab until an element with this name, or with a matching one, has the focus. */
export async function reachByKeys(page: Page, name: string | RegExp): Promise<void> {
  for (let tab = 0; tab < MAX_TABS; tab += 1) {
    await page.keyboard.press('Tab');
    const reached = String(await page.evaluate(FOCUSED));
    if (typeof name === 'string' ? reached === name : name.test(reached)) return;
  }
  throw new Error(`No Tab leads to ${String(name)}`);
}

export async function pressByKeys(page: Page, name: string): Promise<void> {
  await reachByKeys(page, name);
  await page.keyboard.press('Enter');
}

export async function typeByKeys(page: Page, label: string | RegExp, words: string): Promise<void> {
  await reachByKeys(page, label);
  await page.keyboard.type(words);
}
