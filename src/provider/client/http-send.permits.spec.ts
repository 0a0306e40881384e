import { bucketFor } from '../budget/bucket.shape.js';
import { SharedRequestBudget } from '../budget/shared-request.budget.js';
import { InMemoryTokenStore } from '../testing/in-memory-token.store.fixture.js';
import { configFor } from '../testing/provider-under-test.fixture.js';
import type { PermitAnswer } from '../port/send.permits.js';
import { CircuitBreakers } from './circuit.breakers.js';
import type { Exchange } from './exchange/http.call.js';
import { HttpSendPermits } from './http-send.permits.js';

const LOST: Exchange = { kind: 'lost', reason: 'timed_out', status: null };

let circuits: CircuitBreakers;
let budget: SharedRequestBudget;
let permits: HttpSendPermits;

/** Ten requests a second are two at once, and then one in 123 ms. */
beforeEach(() => {
  jest.useFakeTimers();
  const config = configFor('http://localhost:4010', { requestsPerSecond: 10 });
  circuits = new CircuitBreakers();
  budget = new SharedRequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
  permits = new HttpSendPermits(circuits, budget);
});

afterEach(() => {
  budget.onApplicationShutdown();
  jest.useRealTimers();
});

/** What comes within so many milliseconds. */
async function take(wanted: number, waitMs = 10, merchant = 'a'): Promise<PermitAnswer> {
  const taking = permits.take(merchant, wanted, waitMs);
  await jest.advanceTimersByTimeAsync(waitMs);
  return taking;
}

async function openCircuit(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await circuits.run('a', 'changes', () => Promise.resolve(LOST));
}

describe('permits to send', () => {
  it('are as many as the budget has now', async () => {
    expect((await take(5)).permits).toHaveLength(2);
    expect(await take(5)).toEqual({ permits: [], reason: 'budget_exhausted' });
    expect((await take(5, 200)).permits).toHaveLength(1);
  });

  it('are none while the circuit is open, and one to find out whether the provider is back', async () => {
    await openCircuit();
    expect(await take(5)).toEqual({ permits: [], reason: 'circuit_open' });
    expect((await take(5, 10, 'b')).permits).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await take(5)).permits).toHaveLength(1);
  });

  it('give back what they were not used for', async () => {
    for (const _ of ['once', 'again']) {
      const { permits: taken } = await take(5);
      expect(taken).toHaveLength(2);
      for (const permit of taken) {
        permit.end();
        permit.end();
      }
    }
  });

  it('may be used once, and no later than a tenth of a second after they were taken', async () => {
    const { permits: taken } = await take(2);
    const [first, second] = taken;
    expect(first?.use()).toBe(true);
    expect(first?.use()).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(second?.use()).toBe(false);
  });

  it('leave connections to others', async () => {
    jest.useRealTimers();
    const rich = new SharedRequestBudget(
      new InMemoryTokenStore(bucketFor(10_000)),
      configFor('http://localhost:4010', { requestsPerSecond: 10_000 }),
    );
    permits = new HttpSendPermits(circuits, rich);
    const { permits: taken } = await permits.take('a', 100, 10);
    expect(taken).toHaveLength(48);
    expect(await permits.take('a', 1, 10)).toEqual({ permits: [], reason: 'window_over' });
    taken[0]?.use();
    taken[0]?.end();
    expect((await permits.take('a', 2, 10)).permits).toHaveLength(1);
    rich.onApplicationShutdown();
  });
});
