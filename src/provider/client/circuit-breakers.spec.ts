import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { CircuitBreakers, isFailure } from './circuit-breakers.js';
import type { Exchange } from './exchange/http-call.js';

const failure: Exchange = { kind: 'lost', reason: 'timed_out', status: null };
const success: Exchange = { kind: 'answered', status: 200, body: { ok: true, value: {} }, retryAfterSeconds: null };
const circuitOpen: Exchange = { kind: 'not_sent', reason: 'circuit_open' };

const answered = (status: number, ok = true): Exchange => ({
  kind: 'answered',
  status,
  body: ok ? { ok, value: {} } : { ok, flaw: 'not_json' },
  retryAfterSeconds: null,
});

let registry: MetricsRegistry;
let circuits: CircuitBreakers;

const fail = () => circuits.run('a', 'changes', () => Promise.resolve(failure));
const succeed = () => circuits.run('a', 'changes', () => Promise.resolve(success));

async function failTimes(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await fail();
}

beforeEach(() => {
  jest.useFakeTimers();
  registry = new MetricsRegistry();
  circuits = new CircuitBreakers(registry, ProviderProfile.withOverrides({}));
});

afterEach(() => {
  jest.useRealTimers();
});

describe("a merchant's circuit", () => {
  it('opens after the fifth failure in a row', async () => {
    await failTimes(4);
    expect(circuits.admits('a', 'changes')).toBe(true);
    await fail();

    expect(circuits.admits('a', 'changes')).toBe(false);
    await expect(succeed()).resolves.toEqual(circuitOpen);
  });

  it('stays closed if a call succeeds before the fifth failure', async () => {
    await failTimes(4);
    await succeed();
    await failTimes(4);

    expect(circuits.admits('a', 'changes')).toBe(true);
  });

  it('does not affect other merchants', async () => {
    await failTimes(5);

    expect(circuits.admits('b', 'changes')).toBe(true);
  });

  it("the metrics count an account's circuit until it is closed again", async () => {
    const counted = async (): Promise<string> => registry.getSingleMetricAsString('purser_provider_circuits_open');
    await failTimes(5);
    expect(await counted()).toContain('purser_provider_circuits_open{circuit="changes"} 1');
    expect(await counted()).toContain('purser_provider_circuits_open{circuit="reads"} 0');
    jest.advanceTimersByTime(10_000);
    await succeed();
    expect(await counted()).toContain('purser_provider_circuits_open{circuit="changes"} 0');
  });

  it('admits one call after ten seconds, and closes if that call succeeds', async () => {
    await failTimes(5);
    jest.advanceTimersByTime(9_999);
    expect(circuits.admits('a', 'changes')).toBe(false);
    jest.advanceTimersByTime(1);
    expect(circuits.admits('a', 'changes')).toBe(true);

    await expect(succeed()).resolves.toBe(success);
    await expect(succeed()).resolves.toBe(success);
  });

  it('opens again if the call after ten seconds fails', async () => {
    await failTimes(5);
    jest.advanceTimersByTime(10_000);
    await fail();

    expect(circuits.admits('a', 'changes')).toBe(false);
  });

  it('rejects other calls immediately while the call after ten seconds runs', async () => {
    await failTimes(5);
    jest.advanceTimersByTime(10_000);
    let answer: (exchange: Exchange) => void = () => undefined;
    const probing = circuits.run('a', 'changes', () => new Promise((resolve) => (answer = resolve)));

    expect(circuits.admits('a', 'changes')).toBe(false);
    await expect(succeed()).resolves.toEqual(circuitOpen);
    answer(success);
    await expect(probing).resolves.toBe(success);
    expect(circuits.admits('a', 'changes')).toBe(true);
  });

  it('setting the wall clock back does not keep the circuit open', async () => {
    await failTimes(5);
    jest.advanceTimersByTime(20_001);
    jest.setSystemTime(Date.now() - 86_400_000);

    expect(circuits.admits('a', 'changes')).toBe(true);
    await expect(succeed()).resolves.toBe(success);
  });
});

describe('the circuit for refused credentials', () => {
  const answer = (exchange: Exchange) => circuits.run('a', 'credentials', () => Promise.resolve(exchange));
  const refused = () => answer(answered(401));

  it('opens after the third refusal in a row and returns credentials_refused', async () => {
    await refused();
    await refused();
    expect(circuits.admits('a', 'credentials')).toBe(true);
    await refused();
    expect(circuits.admits('a', 'credentials')).toBe(false);
    await expect(answer(success)).resolves.toEqual({ kind: 'not_sent', reason: 'credentials_refused' });
  });

  it('stays closed if the provider gives another answer before the third refusal', async () => {
    await refused();
    await refused();
    await answer(answered(422));
    await refused();
    expect(circuits.admits('a', 'credentials')).toBe(true);
  });

  it.each<[string, Exchange]>([
    ['a lost exchange', failure],
    ['a 503', answered(503)],
  ])('%s neither counts as a refusal nor resets the count', async (_name, exchange) => {
    await refused();
    await refused();
    await answer(exchange);
    await refused();
    expect(circuits.admits('a', 'credentials')).toBe(false);
  });

  it('ignores refusals without a JSON object, which may come from an intermediary', async () => {
    for (const _ of [1, 2, 3]) await answer(answered(401, false));
    expect(circuits.admits('a', 'credentials')).toBe(true);
  });
});

describe('failures of the provider', () => {
  it.each<[string, Exchange]>([
    ['a lost exchange', failure],
    ['a refused connection', { kind: 'not_sent', reason: 'connect_failure' }],
    ...[302, 408, 425, 429, 500, 503].map((status): [string, Exchange] => [String(status), answered(status)]),
    ['success without JSON', answered(200, false)],
  ])('%s counts as a failure', (_name, exchange) => {
    expect(isFailure(exchange)).toBe(true);
  });

  it.each<[string, Exchange]>([
    ['a request we could not write', { kind: 'not_sent', reason: 'request_unsendable' }],
    ...[200, 400, 401, 404, 409, 422].map((status): [string, Exchange] => [String(status), answered(status)]),
  ])('%s does not count as a failure', (_name, exchange) => {
    expect(isFailure(exchange)).toBe(false);
  });
});
