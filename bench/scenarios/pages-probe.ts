import { percentile } from '../../test/rig/report/spread.js';
import type { Page } from 'playwright-core';

/** Smoothness of a page, in milliseconds. */
export interface FrameFigures {
  readonly p95: number;
  readonly longestTask: number;
}

interface Watched {
  readonly frames: readonly number[];
  readonly tasks: readonly number[];
}

// Source text, because it runs in the page. Records the page's frames, long tasks, and the delay until texts of the
// form `at-<time>` are painted.
const WATCH = `(() => {
  const watched = (window.watched = { frames: [], tasks: [], delays: [], isOver: false });
  new PerformanceObserver((list) => watched.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  let changedAt = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const [, time] = /^at-([0-9]+)-/.exec(target.textContent) ?? [];
      if (time !== undefined) changedAt.push(Number(time));
    }
  }).observe(document.querySelector('table'), { subtree: true, characterData: true, childList: true });
  let before = performance.now();
  const frame = (now) => {
    watched.frames.push(now - before);
    before = now;
    // The frame after the change, when it is on the screen.
    watched.delays.push(...changedAt.map((time) => Date.now() - time));
    changedAt = [];
    if (!watched.isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

export const FrameWatch = {
  async during(page: Page, work: () => Promise<void>): Promise<FrameFigures> {
    await page.evaluate(WATCH);
    await work();
    const { frames, tasks } = (await page.evaluate('watched.isOver = true, watched')) as Watched;
    return { p95: percentile(frames, 95), longestTask: Math.max(0, ...tasks) };
  },

  /** Returns how long each change took to be painted, during the last call of `during`. */
  async paintDelays(page: Page): Promise<readonly number[]> {
    return (await page.evaluate('watched.delays')) as readonly number[];
  },
};

/** Returns the time of the largest contentful paint since navigation. */
export async function largestPaintMs(page: Page): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)) as number;
}
