import { Slots } from './slots.js';

describe('slots', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are granted as far as there are any', async () => {
    const slots = new Slots(3);
    expect(await slots.take(2, 0)).toBe(2);
    expect(await slots.take(2, 0)).toBe(1);
  });

  it('go to those who wait, oldest first, as they are given back', async () => {
    const slots = new Slots(2);
    await slots.take(2, 0);
    const waiting = [slots.take(2, 1_000), slots.take(2, 1_000)];
    slots.giveBack(1);
    expect(await waiting[0]).toBe(1);
    slots.giveBack(3);
    expect(await waiting[1]).toBe(2);
    expect(await slots.take(2, 0)).toBe(1);
  });

  it('are none for whoever has waited long enough, and are not lost by that', async () => {
    const slots = new Slots(1);
    await slots.take(1, 0);
    const waiting = slots.take(1, 1_000);
    jest.advanceTimersByTime(1_000);
    expect(await waiting).toBe(0);
    slots.giveBack(1);
    expect(await slots.take(1, 0)).toBe(1);
  });
});
