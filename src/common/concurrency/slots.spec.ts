import { Slots } from './slots.js';

describe('slots', () => {
  it('slots are limited per name, and waiting callers get them in order', async () => {
    const slots = new Slots({ atOnce: 1, waiting: 2, waitMs: 60_000 });
    const order: string[] = [];
    const take = async (name: string): Promise<(() => void) | null> => {
      const free = await slots.take('key');
      order.push(name);
      return free;
    };
    const first = await take('first');
    const [second, third, fourth] = [take('second'), take('third'), take('fourth')];
    expect(await fourth).toBeNull();
    expect(await slots.take('another')).not.toBeNull();
    first?.();
    // The second call must not free a second slot.
    first?.();
    (await second)?.();
    (await third)?.();
    expect(order).toEqual(['first', 'fourth', 'second', 'third']);
    expect(await slots.take('key')).not.toBeNull();
  });

  it('slots are full when no more callers may wait', async () => {
    const slots = new Slots({ atOnce: 1, waiting: 1, waitMs: 60_000 });
    expect(slots.isFull('key')).toBe(false);
    const free = await slots.take('key');
    expect(slots.isFull('key')).toBe(false);
    void slots.take('key');
    expect(slots.isFull('key')).toBe(true);
    expect(slots.isFull('another')).toBe(false);
    free?.();
    expect(slots.isFull('key')).toBe(false);
  });

  it('a caller that waits for the maximum time gets no slot', async () => {
    const slots = new Slots({ atOnce: 1, waiting: 1, waitMs: 1 });
    const free = await slots.take('key');
    expect(await slots.take('key')).toBeNull();
    free?.();
    expect(await slots.take('key')).not.toBeNull();
  });

  it('a slot stays taken after its use for as long as required', async () => {
    jest.useFakeTimers();
    const slots = new Slots({ atOnce: 1, waiting: 1, waitMs: 60_000, restMs: (tookMs) => 2 * tookMs });
    const free = await slots.take('key');
    await jest.advanceTimersByTimeAsync(100);
    free?.();
    const next = slots.take('key').then(() => performance.now());
    const freedAt = performance.now();
    await jest.advanceTimersByTimeAsync(200);
    expect((await next) - freedAt).toBe(200);
    jest.useRealTimers();
  });

  it('takeSome takes the wanted number of slots, or fewer if fewer are free', async () => {
    const slots = new Slots({ atOnce: 3, waitMs: 60_000 });
    expect(await slots.takeSome('key', 2)).toHaveLength(2);
    const [last] = await slots.takeSome('key', 2);
    expect(await slots.takeSome('key', 2, 1)).toEqual([]);
    const waiting = slots.takeSome('key', 2);
    last?.();
    expect(await waiting).toHaveLength(1);
  });

  it('by default any number of callers may wait, and they get slots in order', async () => {
    const slots = new Slots({ atOnce: 1 });
    const first = await slots.take('key');
    const order: number[] = [];
    const others = Array.from({ length: 100 }, async (_, at) => {
      const free = await slots.take('key');
      order.push(at);
      free?.();
    });
    first?.();
    await Promise.all(others);
    expect(order).toEqual(others.map((_, at) => at));
    expect(slots.isFull('key')).toBe(false);
  });
});
