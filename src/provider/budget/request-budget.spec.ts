import { Logger } from '@nestjs/common';
import { configFor } from '../testing/provider-under-test.fixture.js';
import { InMemoryTokenStore } from '../testing/in-memory-token-store.fixture.js';
import { bucketFor } from './bucket-shape.js';
import { RequestBudget } from './request-budget.js';
import { type EndedSlots, type RequestLane, type TokenLane, type TokenLease, TokenStore } from './token-store.js';

Logger.overrideLogger(false);

const config = configFor('http://localhost:4010', { requestsPerSecond: 10 });

/** Grants the tokens it has and records what it was asked for. */
class CountingStore extends TokenStore {
  readonly asked: number[] = [];
  readonly ended: EndedSlots[] = [];

  constructor(private tokens: number) {
    super();
  }

  lease(_lane: TokenLane, wanted: number): Promise<TokenLease> {
    this.asked.push(wanted);
    const granted = Math.min(wanted, this.tokens);
    this.tokens -= granted;
    return Promise.resolve({ granted, nextTokenInMs: 100 });
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(slots: EndedSlots): Promise<void> {
    this.ended.push(slots);
    return Promise.resolve();
  }
}

class BrokenStore extends TokenStore {
  lease(): Promise<TokenLease> {
    return Promise.reject(new Error('no database'));
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(): Promise<void> {
    return Promise.resolve();
  }
}

class SilentStore extends TokenStore {
  lease(): Promise<TokenLease> {
    return new Promise(() => undefined);
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(): Promise<void> {
    return Promise.resolve();
  }
}

let budget: RequestBudget;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  budget.onApplicationShutdown();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

function takeMany(lane: RequestLane, count: number, waitMs = 2_000) {
  return Promise.all(Array.from({ length: count }, () => budget.take(lane, waitMs)));
}

describe('the shared request budget', () => {
  it('holding slots returns the available ones without waiting for the rest', async () => {
    const store = new CountingStore(3);
    budget = new RequestBudget(store, config);
    const answers = [budget.hold(2, 2_000), budget.hold(5, 2_000)];
    expect(await Promise.all(answers)).toEqual([2, 1]);
    expect(store.asked).toEqual([7]);
  });

  it('slots that end together, or while a statement runs, share one statement', async () => {
    const store = new CountingStore(0);
    budget = new RequestBudget(store, config);
    budget.endHeld({ used: 1, unused: 0 });
    budget.endHeld({ used: 1, unused: 2 });
    await Promise.resolve();
    budget.endHeld({ used: 0, unused: 1 });
    budget.endHeld({ used: 3, unused: 0 });
    await jest.advanceTimersByTimeAsync(0);
    budget.endHeld({ used: 1, unused: 0 });
    await jest.advanceTimersByTimeAsync(0);
    expect(store.ended).toEqual([
      { used: 2, unused: 2 },
      { used: 3, unused: 1 },
      { used: 1, unused: 0 },
    ]);
  });

  it('slots can still be ended after the store has failed once', async () => {
    const store = new CountingStore(0);
    budget = new RequestBudget(store, config);
    jest.spyOn(store, 'endHeld').mockRejectedValueOnce(new Error('no database'));
    budget.endHeld({ used: 1, unused: 0 });
    await jest.advanceTimersByTimeAsync(0);
    budget.endHeld({ used: 0, unused: 1 });
    await jest.advanceTimersByTimeAsync(0);
    expect(store.ended).toEqual([{ used: 0, unused: 1 }]);
  });

  it("slots granted after the caller's timeout are returned", async () => {
    const store = new CountingStore(1);
    budget = new RequestBudget(store, config);
    jest.spyOn(store, 'lease').mockImplementationOnce(async () => {
      await jest.advanceTimersByTimeAsync(100);
      return { granted: 1, nextTokenInMs: 0 };
    });
    await expect(budget.hold(1, 50)).resolves.toBe('exhausted');
    await jest.advanceTimersByTimeAsync(0);
    expect(store.ended).toEqual([{ used: 0, unused: 1 }]);
  });

  it('requests that arrive together share one lease, and later requests share the next', async () => {
    const store = new CountingStore(100);
    budget = new RequestBudget(store, config);
    const first = takeMany('interactive', 6);
    await Promise.resolve();
    const second = takeMany('interactive', 5);

    await expect(Promise.all([first, second])).resolves.toEqual([Array(6).fill('granted'), Array(5).fill('granted')]);
    expect(store.asked).toEqual([6, 5]);
  });

  it('the oldest request is served first, and the others as tokens become available', async () => {
    budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
    const granted: number[] = [];
    for (let n = 0; n < 4; n += 1) void budget.take('interactive', 2_000).then(() => granted.push(n));

    await jest.advanceTimersByTimeAsync(10);
    expect(granted).toEqual([0, 1]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(granted).toEqual([0, 1, 2, 3]);
  });

  it('a request that gets no token in time is rejected at its timeout', async () => {
    budget = new RequestBudget(new CountingStore(1), config);
    const answers = takeMany('interactive', 2, 300);
    await jest.advanceTimersByTimeAsync(300);

    await expect(answers).resolves.toEqual(['granted', 'exhausted']);
    await jest.advanceTimersByTimeAsync(250);
  });

  it("the queue holds at most two seconds' worth of requests", async () => {
    budget = new RequestBudget(new SilentStore(), config);
    const waiting = takeMany('background', 20);

    await expect(budget.take('background', 2_000)).resolves.toBe('exhausted');
    const interactive = budget.take('interactive', 2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    await expect(waiting).resolves.toEqual(Array(20).fill('exhausted'));
    await expect(interactive).resolves.toBe('exhausted');
  });

  it('interactive requests overtake background ones', async () => {
    budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
    const polls = takeMany('background', 20);

    await expect(budget.take('interactive', 2_000)).resolves.toBe('granted');
    await jest.advanceTimersByTimeAsync(3_000);
    await polls;
  });

  it('changes overtake claims', async () => {
    budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
    const order: string[] = [];
    const claims = Array.from({ length: 5 }, () => budget.hold(1, 2_000).then(() => order.push('claims')));
    await jest.advanceTimersByTimeAsync(1);
    budget.endHeld({ used: order.length, unused: 0 });
    const already = order.length;
    const change = budget.take('changes', 2_000).then(() => order.push('changes'));
    await jest.advanceTimersByTimeAsync(3_000);
    await Promise.all([...claims, change]);
    expect(order[already]).toBe('changes');
  });

  it('changes overtake interactive reads', async () => {
    budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
    const order: string[] = [];
    const take = (lane: RequestLane) => budget.take(lane, 2_000).then(() => order.push(lane));
    const reads = Promise.all(Array.from({ length: 12 }, () => take('interactive')));
    await jest.advanceTimersByTimeAsync(1);
    const already = order.length;
    const changes = Promise.all([take('changes'), take('changes')]);
    await jest.advanceTimersByTimeAsync(3_000);
    await Promise.all([reads, changes]);
    expect(order.slice(already, already + 2)).toEqual(['changes', 'changes']);
  });

  it.each<RequestLane>(['interactive', 'background'])('%s requests overtake unverified ones', async (lane) => {
    budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
    const order: string[] = [];
    const record = (name: string) => () => order.push(name);
    const strangers = Promise.all(
      Array.from({ length: 10 }, () => budget.take('unverified', 2_000).then(record('unverified'))),
    );
    await jest.advanceTimersByTimeAsync(1);
    const known = Promise.all(Array.from({ length: 6 }, () => budget.take(lane, 2_000).then(record(lane))));
    await jest.advanceTimersByTimeAsync(3_000);
    await Promise.all([strangers, known]);

    // The bucket was full, so the first unverified request took a token before the others arrived.
    expect(order.slice(0, 7)).toEqual(['unverified', ...Array<string>(6).fill(lane)]);
  });

  it('a failing store rejects all waiting requests, and is asked again for the next request', async () => {
    budget = new RequestBudget(new BrokenStore(), config);

    await expect(takeMany('interactive', 3)).resolves.toEqual(Array(3).fill('unavailable'));
    await expect(budget.take('interactive', 2_000)).resolves.toBe('unavailable');
  });

  it('shutdown rejects all waiting requests', async () => {
    budget = new RequestBudget(new CountingStore(0), config);
    const waiting = takeMany('interactive', 2);
    await jest.advanceTimersByTimeAsync(10);
    budget.onApplicationShutdown();

    await expect(waiting).resolves.toEqual(['exhausted', 'exhausted']);
    await expect(budget.take('interactive', 2_000)).resolves.toBe('exhausted');
  });
});
