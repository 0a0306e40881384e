import { type QueuedPayout, type ServedBatch, SubmissionQueue } from './submission-queue.js';

const BALANCE = { accountId: 'account', currency: 'BRL' };

/** A queue whose batches are served only when the test says so. */
class Counter {
  readonly batches: string[][] = [];
  readonly #open: { resolve: (batch: ServedBatch) => void; reject: (error: Error) => void }[] = [];
  readonly queue = new SubmissionQueue((payouts: readonly QueuedPayout[]) => {
    this.batches.push(payouts.map(({ id }) => id));
    return new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
  });

  readonly join = (id: string, key = BALANCE): Promise<void> => this.queue.join({ id, ...key });

  async serve(tried: number, ends: readonly (readonly [string, Promise<void>])[] = []): Promise<void> {
    this.#open.shift()?.resolve({ tried, ends: new Map(ends) });
    await turn();
  }

  async fail(error: Error): Promise<void> {
    this.#open.shift()?.reject(error);
    await turn();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const names = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`);

describe('the submission queue', () => {
  let counter: Counter;

  beforeEach(() => {
    counter = new Counter();
  });

  it('claims the first payout immediately, and those that arrive meanwhile together, up to ten at a time', async () => {
    const all = names(1, 14).map((id) => counter.join(id));
    expect(counter.batches).toEqual([['1']]);
    await counter.serve(1);
    expect(counter.batches[1]).toEqual(names(2, 11));
    await counter.serve(10);
    expect(counter.batches[2]).toEqual(names(12, 14));
    await counter.serve(3);
    await Promise.all(all);
    expect(counter.batches).toHaveLength(3);
  });

  it('claims payouts together only if account and currency are the same', async () => {
    void counter.join('1');
    void counter.join('2', { ...BALANCE, currency: 'EUR' });
    void counter.join('3');
    expect(counter.batches).toEqual([['1'], ['2']]);
    await counter.serve(1);
    expect(counter.batches[2]).toEqual(['3']);
  });

  it('lets each caller wait only for its own payout, and see only its own failure', async () => {
    const first = counter.join('1');
    const others = [counter.join('2'), counter.join('3'), counter.join('4')];
    await counter.serve(1);
    await first;
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const told = expect(others[1]).rejects.toThrow('not recorded');
    await counter.serve(3, [
      ['2', slow],
      ['3', Promise.reject(new Error('not recorded'))],
    ]);
    await told;
    await others[2];
    answer();
    await others[0];
  });

  it('claims payouts again that got no permit, and leaves all to the tick once no permit is left', async () => {
    const all = names(1, 5).map((id) => counter.join(id));
    await counter.serve(1);
    await counter.serve(2);
    expect(counter.batches[2]).toEqual(['4', '5']);
    await counter.serve(0);
    await Promise.all(all);
    expect(counter.batches).toHaveLength(3);
  });

  it('rejects the callers of a batch whose claim failed, and continues with the next batch', async () => {
    const first = counter.join('1');
    const second = counter.join('2');
    await Promise.all([expect(first).rejects.toThrow('away'), counter.fail(new Error('away'))]);
    expect(counter.batches[1]).toEqual(['2']);
    await counter.serve(1);
    await second;
  });

  it('leaves a payout to the tick after its caller has waited two seconds', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const all = names(1, 3).map((id) => counter.join(id));
    clock.mockReturnValue(2_001);
    await counter.serve(1);
    await Promise.all(all);
    expect(counter.batches).toEqual([['1']]);
    clock.mockRestore();
  });

  it('leaves a payout to the tick if two hundred callers already wait', async () => {
    for (const id of names(1, 200)) void counter.join(id);
    await counter.join('201');
    expect(counter.batches).toEqual([['1']]);
  });
});
