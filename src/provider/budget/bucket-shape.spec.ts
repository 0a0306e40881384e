import fc from 'fast-check';
import { InMemoryTokenStore } from '../testing/in-memory-token-store.fixture.js';
import { bucketFor, nextTokenInMs } from './bucket-shape.js';
import { HELD_MS } from './token-store.js';

describe('the token bucket', () => {
  // A request goes out up to 100 ms after its token is taken. A claim's request goes out when the claim ends, plus up
  // to 100 ms.
  it('never exceeds the configured requests in any second, however long claims take', async () => {
    const step = fc.record({
      pauseMs: fc.nat(400),
      wanted: fc.integer({ min: 1, max: 50 }),
      delayMs: fc.nat(100),
      claim: fc.option(fc.record({ tookMs: fc.nat(HELD_MS), isSent: fc.boolean() })),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 60 }), async (rate, steps) => {
        let now = 0;
        const store = new InMemoryTokenStore(bucketFor(rate), () => now);
        const sent: number[] = [];
        const claims: { readonly endsAt: number; readonly end: () => Promise<void> }[] = [];
        const advance = async (to: number): Promise<void> => {
          claims.sort((one, other) => one.endsAt - other.endsAt);
          while (claims[0] && claims[0].endsAt <= to) {
            const ended = claims.shift()!;
            now = ended.endsAt;
            await ended.end();
          }
          now = to;
        };
        for (const { pauseMs, wanted, delayMs, claim } of steps) {
          await advance(now + pauseMs);
          const { granted } = await store.lease(claim === null ? 'interactive' : 'claims', wanted);
          const send = (): void => {
            for (let n = 0; n < granted; n += 1) sent.push(now + delayMs);
          };
          if (claim === null) {
            send();
            continue;
          }
          const end = (): Promise<void> => {
            if (claim.isSent) send();
            return store.endHeld(claim.isSent ? { used: granted, unused: 0 } : { used: 0, unused: granted });
          };
          claims.push({ endsAt: now + claim.tookMs, end });
        }
        await advance(now + HELD_MS);
        for (const start of sent) {
          const withinSecond = sent.filter((at) => at >= start && at < start + 1_000);
          expect(withinSecond.length).toBeLessThanOrEqual(rate);
        }
      }),
    );
  });

  it("refills a whole second after a slow claim's request, not after its token was held", async () => {
    let now = 0;
    const store = new InMemoryTokenStore(bucketFor(1), () => now);
    await store.lease('claims', 1);
    now = 500;
    await store.endHeld({ used: 1, unused: 0 });
    now = 1_499;
    expect((await store.lease('interactive', 1)).granted).toBe(0);
    now = 1_612;
    expect((await store.lease('interactive', 1)).granted).toBe(1);
  });

  it.each([
    [1, 1],
    [5, 2],
    [20, 2],
    [30, 2],
    [50, 4],
    [10_000, 999],
  ])('at %i requests a second, at most %i tokens are held for claims', async (rate, held) => {
    let now = 0;
    const store = new InMemoryTokenStore(bucketFor(rate), () => now);
    expect((await store.lease('claims', rate)).granted).toBe(held);
    expect(await store.lease('claims', 1)).toEqual({ granted: 0, nextTokenInMs: 50 });
    now = HELD_MS;
    expect((await store.lease('claims', rate)).granted).toBe(held);
  });

  it.each([30, 50, 10_000])(
    'at %i requests a second, other lanes still get new tokens while claims are slow',
    async (rate) => {
      let now = 0;
      const store = new InMemoryTokenStore(bucketFor(rate), () => now);
      await store.lease('claims', rate);
      await store.lease('interactive', rate);
      now = 1_000;
      expect((await store.lease('interactive', rate)).granted).toBeGreaterThan(0);
    },
  );

  it.each([
    [1, 0.9],
    [2, 0.9],
    [10, 8.1],
    [50, 41.4],
    [10_000, 8_100.9],
  ])('at %i requests a second, the bucket refills %d tokens a second', (rate, sustained) => {
    expect(bucketFor(rate).refillPerSecond).toBeCloseTo(sustained);
  });

  it.each([2, 10, 50, 10_000])(
    'at %i requests a second, background requests always leave a token for interactive ones',
    async (rate) => {
      const store = new InMemoryTokenStore(bucketFor(rate), () => 0);
      await store.lease('background', rate);

      expect((await store.lease('background', 1)).granted).toBe(0);
      expect((await store.lease('interactive', 1)).granted).toBe(1);
    },
  );

  it.each([30, 50, 10_000])(
    'at %i requests a second, unverified requests always leave a token for background ones',
    async (rate) => {
      const store = new InMemoryTokenStore(bucketFor(rate), () => 0);
      await store.lease('unverified', rate);

      expect((await store.lease('unverified', 1)).granted).toBe(0);
      expect((await store.lease('background', 1)).granted).toBe(1);
    },
  );

  it('at one request a second, background requests get a token too', async () => {
    const store = new InMemoryTokenStore(bucketFor(1), () => 0);

    expect((await store.lease('background', 1)).granted).toBe(1);
  });

  it.each([
    ['interactive', 1, 0],
    ['interactive', 0, 25],
    ['background', 2, 13],
    ['background', 2.5, 0],
  ] as const)('computes when the %s lane gets its next token if the bucket holds %d', (lane, level, ms) => {
    expect(nextTokenInMs({ ...bucketFor(50), refillPerSecond: 40 }, lane, { tokens: level, held: 0 })).toBe(ms);
  });
});
