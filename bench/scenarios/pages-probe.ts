import { p95Of } from '../report/spread.js';
import type { Page } from 'playwright-core';

/** How smooth a page was, in milliseconds. */
export interface FrameFigures {
  readonly p95: number;
  readonly longestTask: number;
}

interface Watched {
  readonly frames: readonly number[];
  readonly tasks: readonly number[];
}

// Text, because it runs in the page: its frames, its long tasks, and how late texts of the form `at-<time>` are painted.
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
    // The frame after the one that the change was made in: by then it is on the screen.
    watched.delays.push(...changedAt.map((time) => Date.now() - time));
    changedAt = [];
    if (!watched.isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

/** Watches the frames of a page. */
export const FrameWatch = {
  async during(page: Page, work: () => Promise<void>): Promise<FrameFigures> {
    await page.evaluate(WATCH);
    await work();
    const { frames, tasks } = (await page.evaluate('watched.isOver = true, watched')) as Watched;
    return { p95: p95Of(frames), longestTask: Math.max(0, ...tasks) };
  },

  /** How late each change was painted in the last watch. */
  async paintDelays(page: Page): Promise<readonly number[]> {
    return (await page.evaluate('watched.delays')) as readonly number[];
  },
};

/** When the largest part of a page was painted, from the beginning of its navigation. */
export async function largestPaintMs(page: Page): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)) as number;
}
