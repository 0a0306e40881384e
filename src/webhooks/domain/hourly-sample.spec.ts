import { HourlySample } from './hourly-sample.js';

const HOUR_MS = 3_600_000;

describe('hourly samples', () => {
  it("keep a name's first hundred, then one in ten, and start again in the next hour", () => {
    let now = 0;
    const sample = new HourlySample(() => now);
    const taken = (name: string, times: number): number =>
      Array.from({ length: times }, () => sample.takes(name)).filter(Boolean).length;

    expect(taken('a', 100)).toBe(100);
    expect(taken('a', 1_000)).toBe(100);
    expect(taken('b', 50)).toBe(50);
    now = HOUR_MS;
    expect(taken('a', 10)).toBe(10);
  });
});
