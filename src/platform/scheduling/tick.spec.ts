import { Logger } from '@nestjs/common';
import { Tick } from './tick.js';

/** A duty with batches that end only when the test says so. */
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

  /** Resolves when the given batch has begun. */
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

  it('run the next batch immediately while more rows are due', async () => {
    tick.wake();
    for (const batch of [1, 2, 3]) {
      await duty.begun(batch);
      duty.end({ more: batch < 3 });
    }
    await tick.stop();
    expect(duty.batches).toBe(3);
  });

  it('never run concurrently, but run again if they were woken during a run', async () => {
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

  it('end a run after fifty batches, so that other ticks get their turn', async () => {
    tick.wake();
    for (let batch = 1; batch <= 50; batch += 1) {
      await duty.begun(batch);
      duty.end({ more: true });
    }
    await tick.stop();
    expect(duty.batches).toBe(50);
  });

  it('finish the current batch when they are stopped, and start no other', async () => {
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

  it('log a failed batch and run again when woken', async () => {
    const report = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const failure = new Error('the database is away');
    const runOnce = jest.fn().mockRejectedValueOnce(failure).mockResolvedValue({ more: false });
    const failing = new Tick({ name: 'failing', everyMs: 1_000, runOnce }, () => undefined);
    failing.wake();
    // The second wake-up comes during the first run, so another run follows the failed one.
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

  it('log the first failure immediately, and further ones together once a minute', async () => {
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

  it('measure how long due work may have waited since a run last finished, counting failed runs as waiting', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    let isAway = false;
    const runOnce = (): Promise<void> => (isAway ? Promise.reject(new Error('away')) : Promise.resolve());
    const tried = new Tick({ name: 'tried', everyMs: 1_000, runOnce }, () => undefined);
    // A whole number, because differences between fractions are not exact.
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

/** Runs a tick to its end. The runs in this file only need microtasks, so one turn of the event loop is enough. */
async function runOf(tick: Tick): Promise<void> {
  tick.wake();
  await new Promise(setImmediate);
}
