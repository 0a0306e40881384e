import { setImmediate as settled } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CommitProbe } from './commit-probe.js';
import { MetricsRegistry } from './metrics-registry.js';
import { Readiness } from './readiness.js';

let isAway: boolean;
let registry: MetricsRegistry;
let probe: CommitProbe;

beforeEach(() => {
  isAway = false;
  registry = new MetricsRegistry();
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const query = (sql: string): Promise<unknown[]> => {
    if (isAway) return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    return Promise.resolve([{ at: new Date(/timestamptz '([^']+)'/.exec(sql)?.[1] ?? 0) }]);
  };
  const database = { query } as unknown as DataSource;
  probe = new CommitProbe(database, registry);
  // The constructor registers the gauge `purser_ready`.
  new Readiness(database, probe, registry);
  probe.onApplicationBootstrap();
});

afterEach(async () => {
  await probe.beforeApplicationShutdown();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  await settled();
}

async function valueOf(name: string): Promise<number> {
  const text = await registry.getSingleMetricAsString(name);
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

describe('the commit probe', () => {
  it('measures how long a commit took', async () => {
    await pass(2_000);
    expect(await valueOf('purser_commit_seconds')).toBeLessThan(0.1);
  });

  it('measures the time since the last commit while the database refuses connections', async () => {
    await pass(2_000);
    isAway = true;
    await pass(20_000);
    expect(await valueOf('purser_commit_seconds')).toBeGreaterThanOrEqual(20);
    isAway = false;
    await pass(2_000);
    expect(await valueOf('purser_commit_seconds')).toBeLessThan(0.1);
  });

  it('measures the time since the start if no commit has succeeded yet', async () => {
    isAway = true;
    await pass(12_000);
    expect(await valueOf('purser_commit_seconds')).toBeGreaterThanOrEqual(10);
  });
});

describe('purser_ready', () => {
  it('purser_ready is 1 while the process can serve, and 0 while the database is away', async () => {
    await pass(2_000);
    expect(await valueOf('purser_ready')).toBe(1);
    isAway = true;
    await pass(2_000);
    expect(await valueOf('purser_ready')).toBe(0);
  });
});
