import { PatientWork } from './patient-work.js';

describe('patient work', () => {
  let work: PatientWork;

  beforeEach(() => {
    jest.useFakeTimers();
    work = new PatientWork();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const away = new Error('the database is away');

  /** Advances the clock until the promise has settled, and returns how long that took. */
  async function settle(promise: Promise<unknown>): Promise<{ result: unknown; tookMs: number }> {
    const began = performance.now();
    const results: unknown[] = [];
    void promise.catch((error: unknown) => error).then((result) => results.push(result));
    while (results.length === 0) await jest.advanceTimersByTimeAsync(50);
    return { result: results[0], tookMs: performance.now() - began };
  }

  it('patient work is retried until it succeeds, and reports only the first failure', async () => {
    const once = jest.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue('done');
    const onFirstFailure = jest.fn();
    expect((await settle(work.run(once, { onFirstFailure }))).result).toBe('done');
    expect(once).toHaveBeenCalledTimes(3);
    expect(onFirstFailure.mock.calls).toEqual([[away]]);
  });

  it('patient work is given up after ten minutes, with pauses between its tries', async () => {
    const never = jest.fn().mockRejectedValue(away);
    const { result, tookMs } = await settle(work.run(never));
    expect(result).toBe(away);
    expect(tookMs).toBeGreaterThan(590_000);
    expect(tookMs).toBeLessThanOrEqual(600_100);
    expect(never.mock.calls.length).toBeLessThan(300);
  });

  it('patient work is not retried if that cannot help', async () => {
    const never = jest.fn().mockRejectedValue(away);
    expect((await settle(work.run(never, { isHopeless: (error) => error === away }))).result).toBe(away);
    expect(never).toHaveBeenCalledTimes(1);
  });

  it('patient work does not delay a shutdown beyond the limit, but is tried once even then', async () => {
    const never = jest.fn().mockRejectedValue(away);
    const running = work.run(never);
    work.beforeApplicationShutdown();
    const { tookMs } = await settle(running);
    expect(tookMs).toBeLessThanOrEqual(15_100);
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await settle(work.run(() => Promise.resolve('done')))).result).toBe('done');
  });
});
