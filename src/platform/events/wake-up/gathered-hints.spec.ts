import { performance } from 'node:perf_hooks';
import { GatheredHints } from './gathered-hints.js';

describe('gathered hints', () => {
  it('many changes lead to a single hint', async () => {
    let sent = 0;
    const hints = new GatheredHints(() => Promise.resolve(void (sent += 1)));
    for (let change = 0; change < 50; change += 1) hints.announce();
    await hints.stop();
    hints.announce();
    await hints.stop();
    expect(sent).toBe(1);
  });

  it('hints are at least 25 ms apart, and a change announced while a hint is being sent is not lost', async () => {
    const sentAt: number[] = [];
    const hints = new GatheredHints(() => {
      sentAt.push(performance.now());
      if (sentAt.length < 4) hints.announce();
      return Promise.resolve();
    });
    hints.announce();
    while (sentAt.length < 4) await new Promise(setImmediate);
    // Timers in Node may fire a millisecond early.
    expect(Math.min(...sentAt.slice(1).map((at, index) => at - sentAt[index]!))).toBeGreaterThan(23);
  });
});
