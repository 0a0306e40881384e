import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { APIResponse, BrowserContext, Locator, Page, Route } from 'playwright-core';
import type { TestBrowser } from './browser.js';

// Told by the page before any of its scripts run, so that none is missed.
const WATCH_POLICY = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy', violatedDirective, blockedURI))`;

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** The browsers of people who look at the dashboard during one test. */
export class DashboardVisits {
  /** What the pages wrote to the console, violations of the policy included. */
  complaints: string[] = [];
  readonly origins = new Set<string>();
  readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly chromium: TestBrowser,
    private readonly url: string,
  ) {}

  /** A browser of somebody's own, at a page of the dashboard. */
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
    // Its links are there once it is known what the caller may see.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
    return page;
  }

  /** Closes the browsers. Nothing may have been complained about, and nothing asked of any other origin. */
  async end(): Promise<void> {
    for (const context of this.contexts) await context.close();
    expect(this.complaints).toEqual([]);
    expect([...this.origins]).toEqual([this.url]);
  }
}

/** Sends a request that was held back on its way, as the page would have. */
export function fetchAsPage(route: Route): Promise<APIResponse> {
  // Playwright leaves out what the browser alone may say.
  return route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
}

/** The row of a list that links to what has this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds by the rules of WCAG 2.2 AA, or by those that are named, each with the first place: on a page, or in its dialog
 * alone.
 */
export async function violations(
  page: Page,
  { rules = WCAG, within = 'html' }: { readonly rules?: readonly string[]; readonly within?: string | undefined } = {},
): Promise<string[]> {
  // The policy of the page forbids scripts of others; what runs from outside of it is not the page's.
  await page.evaluate(`window.axe || (() => {${AXE}})()`);
  // Nothing is told of what is right, which takes as long again.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false });
  return page.evaluate(`axe.run('${within}', ${options}).then(
    ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** The parts of a page that reach over its right edge, but for those in what scrolls by itself or cuts them off. */
export async function partsTooWide(page: Page): Promise<unknown[]> {
  return page.evaluate(`[...document.querySelectorAll('body :not(svg *)')]
    .filter((part) => part.getBoundingClientRect().right > innerWidth && !part.closest('[role=group]'))
    .map((part) => part.outerHTML.slice(0, 80))
    .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])`);
}

// More than any page has of what can be reached.
const MAX_TABS = 60;

// As people call what has the focus: what is typed into by its label.
const FOCUSED = `(({ ariaLabel, labels, textContent }) => ariaLabel || labels?.[0]?.textContent || textContent)(
  document.activeElement)`;

/** Has the keyboard go on to what has a name, or a name that begins so. */
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
