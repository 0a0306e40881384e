import fc from 'fast-check';
import { InMemoryTokenStore } from '../testing/in-memory-token.store.fixture.js';
import { bucketFor, nextTokenInMs } from './bucket.shape.js';

describe('the bucket', () => {
  it('lets no second hold more requests than configured, wherever the second begins', async () => {
    const step = fc.record({ pauseMs: fc.nat(400), wanted: fc.integer({ min: 1, max: 50 }), delayMs: fc.nat(100) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 60 }), async (rate, steps) => {
        let now = 0;
        const store = new InMemoryTokenStore(bucketFor(rate), () => now);
        const sent: number[] = [];
        for (const { pauseMs, wanted, delayMs } of steps) {
          now += pauseMs;
          const { granted } = await store.lease('interactive', wanted);
          for (let n = 0; n < granted; n += 1) sent.push(now + delayMs);
        }
        for (const start of sent) {
          const withinSecond = sent.filter((at) => at >= start && at < start + 1_000);
          expect(withinSecond.length).toBeLessThanOrEqual(rate);
        }
      }),
    );
  });

  it.each([
    [1, 0.9],
    [2, 0.9],
    [10, 8.1],
    [50, 41.4],
    [10_000, 8_100.9],
  ])('that is allowed %i a second gives %d for as long as one likes', (rate, sustained) => {
    expect(bucketFor(rate).refillPerSecond).toBeCloseTo(sustained);
  });

  it.each([2, 10, 50, 10_000])('of %i a second always keeps a token for whoever waits in person', async (rate) => {
    const store = new InMemoryTokenStore(bucketFor(rate), () => 0);
    await store.lease('background', rate);

    expect((await store.lease('background', 1)).granted).toBe(0);
    expect((await store.lease('interactive', 1)).granted).toBe(1);
  });

  it.each([30, 50, 10_000])('of %i a second always keeps a token from strangers for the ticks', async (rate) => {
    const store = new InMemoryTokenStore(bucketFor(rate), () => 0);
    await store.lease('unverified', rate);

    expect((await store.lease('unverified', 1)).granted).toBe(0);
    expect((await store.lease('background', 1)).granted).toBe(1);
  });

  it('of one a second serves both lanes', async () => {
    const store = new InMemoryTokenStore(bucketFor(1), () => 0);

    expect((await store.lease('background', 1)).granted).toBe(1);
  });

  it.each([
    ['interactive', 1, 0],
    ['interactive', 0, 25],
    ['background', 2, 13],
    ['background', 2.5, 0],
  ] as const)('tells when the %s lane finds a token from a level of %d', (lane, level, ms) => {
    expect(nextTokenInMs({ ...bucketFor(50), refillPerSecond: 40 }, lane, level)).toBe(ms);
  });
});
