import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../dev/browser/chromium.js';
import { type Spread, percentile, spreadOf } from '../../test/rig/report/spread.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { type FrameFigures, FrameWatch, largestPaintMs } from './pages-probe.js';

/** Speed and smoothness of the list of payouts in a browser. */
export interface PagesFigures {
  /** Kilobytes (1,000 bytes) transferred until the list shows. */
  readonly scripts: number;
  readonly styles: number;
  /** Milliseconds until the largest paint, on this machine and on a simulated slow one. */
  readonly paint: Spread;
  readonly slowPaint: Spread;
  readonly scrolling: FrameFigures;
  readonly changing: FrameFigures;
  /** Milliseconds from the commit of a change to the frame that shows it. */
  readonly eventToPaint: { readonly p95: number; readonly seen: number };
}

export const ROWS = 10_000;
export const CHANGES_A_SECOND = 100;

export const PAGES_TARGETS = {
  ...{ scripts: 230, styles: 20, paint: 600, slowPaint: 1_500 },
  ...{ scrollingFrame: 20, changingFrame: 34, longestTask: 120, eventToPaint: 250 },
} as const;

// An older phone, or a desktop on a slow line.
const SLOW = { cpu: 4, latencyMs: 40, bytesPerSecond: (10 * 1_000_000) / 8 } as const;

const SCROLLING_MS = 10_000;
const CHANGING_MS = 10_000;
const CHANGES_EACH = 10;

// Changes rows at the top of the list, on the screen or near it.
const CHANGE = `
  WITH chosen AS (SELECT id FROM payouts ORDER BY created_at DESC, id DESC LIMIT 40),
  changed AS (
    UPDATE payouts SET external_id = 'at-' || (extract(epoch FROM clock_timestamp()) * 1000)::bigint || '-' || left(md5(id::text || $1), 4)
    WHERE id IN (SELECT id FROM chosen ORDER BY random() LIMIT $2::int) RETURNING id)
  INSERT INTO status_changes (subject_type, subject_id, to_status, cause) SELECT 'PAYOUT', id, 'APPROVED', 'API' FROM changed`;

export async function measurePages(stage: Stage, rounds: number): Promise<PagesFigures> {
  // No key can decrypt the stage's recipients, so they are marked as purged and the pages show their masks.
  await pastTriggers(stage, () =>
    stage.database.query('UPDATE payouts SET sealed_recipient = NULL, recipient_purged_at = now()'),
  );
  const purser = await stage.startPurser();
  const chromium = await openBrowser();
  try {
    const visitor = new Visitor(chromium.browser, purser, stage.operatorKey);
    const paint: number[] = [];
    const slowPaint: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      paint.push(await visitor.openOnce(false));
      slowPaint.push(await visitor.openOnce(true));
    }
    const page = await visitor.open(false);
    const { scripts, styles } = visitor;
    await readWholeList(page);
    const scrolling = await FrameWatch.during(page, () => scrollToEnd(page));
    await page.evaluate('scrollTo(0, 0)');
    const changing = await FrameWatch.during(page, () => pastTriggers(stage, () => changeRows(stage)));
    const seen = await FrameWatch.paintDelays(page);
    return {
      ...{ scripts, styles, scrolling, changing },
      paint: spreadOf(paint),
      slowPaint: spreadOf(slowPaint),
      eventToPaint: { p95: percentile(seen, 95), seen: seen.length },
    };
  } finally {
    await chromium.close();
    await purser.stop();
  }
}

/** A signed-in browser with an empty cache. */
class Visitor {
  scripts = 0;
  styles = 0;

  constructor(
    private readonly browser: Browser,
    private readonly purser: Contender,
    private readonly apiKey: string,
  ) {}

  async openOnce(isSlow: boolean): Promise<number> {
    const page = await this.open(isSlow);
    const paint = await largestPaintMs(page);
    await page.context().close();
    return paint;
  }

  async open(isSlow: boolean): Promise<Page> {
    const context = await this.browser.newContext({ locale: 'en-GB', viewport: { width: 1_440, height: 900 } });
    await context.addCookies([await this.signIn()]);
    const page = await context.newPage();
    this.scripts = 0;
    this.styles = 0;
    page.on('requestfinished', (request) => {
      void request.sizes().then(({ responseBodySize }) => {
        if (request.resourceType() === 'script') this.scripts += responseBodySize / 1_000;
        if (request.resourceType() === 'stylesheet') this.styles += responseBodySize / 1_000;
      });
    });
    if (isSlow) {
      const session = await context.newCDPSession(page);
      const { cpu, latencyMs, bytesPerSecond } = SLOW;
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
      await session.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: latencyMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
      });
    }
    await page.goto(`${this.purser.url}/dashboard/payouts`);
    await page.getByRole('table', { name: 'Payouts' }).getByRole('link').first().waitFor();
    return page;
  }

  private async signIn(): Promise<{ name: string; value: string; url: string; secure: boolean; httpOnly: boolean }> {
    const { url } = this.purser;
    const answer = await fetch(`${url}/dashboard/session`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', 'X-Purser-Session': '1' },
        ...{ Origin: url, 'Sec-Fetch-Site': 'same-origin' },
      },
      body: JSON.stringify({ apiKey: this.apiKey }),
    });
    const [name = '', value = ''] = answer.headers.getSetCookie()[0]?.split(/[=;]/) ?? [];
    if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}.`);
    // A cookie with the prefix __Host- must not have a domain, so the browser gets its URL instead. The scheme is
    // https, because the cookie must be secure.
    return { name, value, url: url.replace('http:', 'https:'), secure: true, httpOnly: true };
  }
}

async function readWholeList(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  while ((await more.count()) > 0) {
    await more.click();
    await page.getByRole('table', { name: 'Payouts' }).and(page.locator('[aria-busy=false]')).waitFor();
  }
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  const endAt = performance.now() + SCROLLING_MS;
  while (performance.now() < endAt) {
    await page.mouse.wheel(0, height / (SCROLLING_MS / 20));
    await delay(16);
  }
}

async function changeRows({ database }: Stage): Promise<void> {
  const every = (1_000 * CHANGES_EACH) / CHANGES_A_SECOND;
  const startedAt = performance.now();
  for (let change = 1; change * every <= CHANGING_MS; change += 1) {
    await database.query(CHANGE, [String(change), CHANGES_EACH]);
    await database.query('NOTIFY purser_status_changes');
    await delay(Math.max(0, startedAt + change * every - performance.now()));
  }
}

/**
 * Runs writes without triggers, which would reject them. The setting applies to them because the pool has one
 * connection.
 */
async function pastTriggers({ database }: Stage, work: () => Promise<unknown>): Promise<void> {
  await database.query("SET session_replication_role = 'replica'");
  await work();
  await database.query('RESET session_replication_role');
}
