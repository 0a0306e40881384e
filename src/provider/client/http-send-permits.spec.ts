import { bucketFor } from '../budget/bucket-shape.js';
import { RequestBudget } from '../budget/request-budget.js';
import { InMemoryTokenStore } from '../testing/in-memory-token-store.fixture.js';
import { configFor } from '../testing/provider-under-test.fixture.js';
import type { PermitAnswer } from '../port/send-permits.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { CircuitBreakers } from './circuit-breakers.js';
import type { Exchange } from './exchange/http-call.js';
import { HttpSendPermits } from './http-send-permits.js';

const LOST: Exchange = { kind: 'lost', reason: 'timed_out', status: null };

let circuits: CircuitBreakers;
let budget: RequestBudget;
let permits: HttpSendPermits;

/** At ten requests a second the budget grants two at once, and then one every 123 ms. */
beforeEach(() => {
  jest.useFakeTimers();
  const config = configFor('http://localhost:4010', { requestsPerSecond: 10 });
  circuits = new CircuitBreakers(new MetricsRegistry(), ProviderProfile.withOverrides({}));
  budget = new RequestBudget(new InMemoryTokenStore(bucketFor(10)), config);
  permits = new HttpSendPermits(circuits, budget);
});

afterEach(() => {
  budget.onApplicationShutdown();
  jest.useRealTimers();
});

/** Takes the permits that become available within `waitMs` of the call. */
async function take(wanted: number, waitMs = 10, merchant = 'a'): Promise<PermitAnswer> {
  const taking = permits.take(merchant, wanted, waitMs);
  await jest.advanceTimersByTimeAsync(waitMs);
  return taking;
}

async function openCircuit(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await circuits.run('a', 'changes', () => Promise.resolve(LOST));
}

describe('send permits', () => {
  it('grants as many permits as the budget has tokens', async () => {
    const { permits: taken } = await take(5);
    expect(taken).toHaveLength(2);
    expect(await take(5)).toEqual({ permits: [], reason: 'budget_exhausted' });
    for (const permit of taken) permit.use();
    expect((await take(5, 200)).permits).toHaveLength(1);
  });

  it('grants no permits while the circuit is open, and later one to probe the provider', async () => {
    await openCircuit();
    expect(await take(5)).toEqual({ permits: [], reason: 'circuit_open' });
    expect((await take(5, 10, 'b')).permits).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await take(5)).permits).toHaveLength(1);
  });

  it('unused permits return their slots', async () => {
    for (const _ of ['once', 'again']) {
      const { permits: taken } = await take(5);
      expect(taken).toHaveLength(2);
      for (const permit of taken) {
        permit.end();
        permit.end();
      }
    }
  });

  it('a send permit can be used only once', async () => {
    const [permit] = (await take(1)).permits;
    expect(permit?.use()).toBe(true);
    expect(permit?.use()).toBe(false);
  });

  it.each([100, 1_000, 6_980])(
    'a send permit can still be used after a claim of %i ms, even if others are waiting',
    async (tookMs) => {
      const { permits: taken } = await take(2);
      const others = Array.from({ length: 10 }, () => permits.take('b', 1, 2_000));
      await jest.advanceTimersByTimeAsync(tookMs);
      for (const permit of taken) {
        expect(permit.use()).toBe(true);
        permit.end();
      }
      await jest.advanceTimersByTimeAsync(2_000);
      await Promise.all(others);
    },
  );

  it('after the longest possible claim, a permit can be neither used nor returned', async () => {
    const { permits: taken } = await take(2);
    await jest.advanceTimersByTimeAsync(7_000);
    expect(taken[0]?.use()).toBe(false);
    const { permits: next } = await take(2);
    expect(next).toHaveLength(2);
    for (const permit of taken) permit.end();
    expect(await take(2)).toEqual({ permits: [], reason: 'budget_exhausted' });
  });

  it('leaves some connections to other requests', async () => {
    jest.useRealTimers();
    const rich = new RequestBudget(
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
