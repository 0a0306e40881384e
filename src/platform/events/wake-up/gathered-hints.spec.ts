import { performance } from 'node:perf_hooks';
import { GatheredHints } from './gathered-hints.js';

describe('gathered hints', () => {
  it('many changes share one hint', async () => {
    let sent = 0;
    const hints = new GatheredHints(() => Promise.resolve(void (sent += 1)));
    for (let change = 0; change < 50; change += 1) hints.announce();
    await hints.stop();
    hints.announce();
    await hints.stop();
    expect(sent).toBe(1);
  });

  it('gathered hints are at least 25 ms apart, and one announced during another is not lost', async () => {
    const sentAt: number[] = [];
    const hints = new GatheredHints(() => {
      sentAt.push(performance.now());
      if (sentAt.length < 4) hints.announce();
      return Promise.resolve();
    });
    hints.announce();
    while (sentAt.length < 4) await new Promise(setImmediate);
    // A timer of Node's may come a millisecond early.
    expect(Math.min(...sentAt.slice(1).map((at, index) => at - sentAt[index]!))).toBeGreaterThan(23);
  });
});
