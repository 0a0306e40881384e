import { Logger } from '@nestjs/common';
import { Tick } from './tick.js';

/** A duty whose batches end when the test says so. */
class Duty {
  readonly #open: ((result: { more: boolean }) => void)[] = [];
  readonly #arrivals: (() => void)[] = [];
  batches = 0;

  readonly runOnce = (): Promise<{ more: boolean }> => {
    this.batches += 1;
    return new Promise((resolve) => {
      this.#open.push(resolve);
      this.#arrivals.shift()?.();
    });
  };

  /** Waits until the n-th batch has begun. */
  async begun(batch: number): Promise<void> {
    while (this.batches < batch) {
      await new Promise<void>((resolve) => this.#arrivals.push(resolve));
    }
  }

  end({ more }: { more: boolean }): void {
    this.#open.shift()?.({ more });
  }
}

describe('ticks', () => {
  let duty: Duty;
  let tick: Tick;

  beforeEach(() => {
    duty = new Duty();
    tick = new Tick({ name: 'test', everyMs: 1_000, runOnce: duty.runOnce }, () => undefined);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('continue at once while there is more', async () => {
    tick.wake();
    for (const batch of [1, 2, 3]) {
      await duty.begun(batch);
      duty.end({ more: batch < 3 });
    }
    await tick.stop();
    expect(duty.batches).toBe(3);
  });

  it('never run concurrently, and run again if woken meanwhile', async () => {
    tick.wake();
    tick.wake();
    tick.wake();
    expect(duty.batches).toBe(1);
    duty.end({ more: false });
    await duty.begun(2);
    duty.end({ more: false });
    await tick.stop();
    expect(duty.batches).toBe(2);
  });

  it('end a run after fifty batches, so others get their turn', async () => {
    tick.wake();
    for (let batch = 1; batch <= 50; batch += 1) {
      await duty.begun(batch);
      duty.end({ more: true });
    }
    await tick.stop();
    expect(duty.batches).toBe(50);
  });

  it('a stopped tick finishes its batch and starts no other', async () => {
    tick.wake();
    let isStopped = false;
    const stopping = tick.stop().then(() => (isStopped = true));
    await Promise.resolve();
    expect(isStopped).toBe(false);
    duty.end({ more: true });
    await stopping;
    tick.wake();
    expect(duty.batches).toBe(1);
  });

  it('report a failed batch and retry when woken', async () => {
    const report = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const failure = new Error('the database is away');
    const runOnce = jest.fn().mockRejectedValueOnce(failure).mockResolvedValue({ more: false });
    const failing = new Tick({ name: 'failing', everyMs: 1_000, runOnce }, () => undefined);
    failing.wake();
    // Woken meanwhile, so a second run follows the failed one.
    failing.wake();
    await new Promise<void>((resolve) => {
      runOnce.mockImplementation(() => {
        resolve();
        return Promise.resolve({ more: false });
      });
    });
    await failing.stop();
    expect(report).toHaveBeenCalledWith({ event: 'tick_failed', failures: 1, err: failure });
    expect(runOnce).toHaveBeenCalledTimes(2);
  });

  it("log a first failure at once, and a minute's failures together", async () => {
    const report = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const failing = new Tick(
      { name: 'failing', everyMs: 1_000, runOnce: (): Promise<void> => Promise.reject(new Error('away')) },
      () => undefined,
    );
    for (let run = 0; run < 20; run += 1) await runOf(failing);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 60_001);
    await runOf(failing);
    expect(report.mock.calls.map(([line]) => (line as { failures: number }).failures)).toEqual([1, 20]);
  });

  it('measure how late due work can be since a run left nothing due, despite failures', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    let isAway = false;
    const runOnce = (): Promise<void> => (isAway ? Promise.reject(new Error('away')) : Promise.resolve());
    const tried = new Tick({ name: 'tried', everyMs: 1_000, runOnce }, () => undefined);
    // A whole number, as differences of fractions are not exact.
    const startedAt = Math.ceil(performance.now());
    const clock = jest.spyOn(performance, 'now').mockReturnValue(startedAt + 5_000);
    await runOf(tried);
    expect(tried.millisecondsLate()).toBe(0);
    isAway = true;
    clock.mockReturnValue(startedAt + 65_000);
    await runOf(tried);
    expect(tried.millisecondsLate()).toBe(59_000);
  });

  it('report ten failures in a row once, and again only after a success', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const onFailing = jest.fn();
    let runs = 0;
    const failing = new Tick(
      {
        name: 'failing',
        everyMs: 1_000,
        runOnce: (): Promise<{ more: boolean }> => {
          runs += 1;
          return runs === 13 ? Promise.resolve({ more: false }) : Promise.reject(new Error('a row is in the way'));
        },
      },
      onFailing,
    );
    const said: number[] = [];
    for (const until of [9, 10, 12, 22, 23]) {
      while (runs < until) await runOf(failing);
      said.push(onFailing.mock.calls.length);
    }
    expect(said).toEqual([0, 1, 1, 1, 2]);
  });
});

/** One run of a tick, to its end: what it does here is done in the same turn. */
async function runOf(tick: Tick): Promise<void> {
  tick.wake();
  await new Promise(setImmediate);
}
