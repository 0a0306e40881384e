import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { currentRequest, runInRequest } from '../graphql/current-request.js';
import { Alarms } from '../observability/alarms.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { RunEvery } from './run-every.decorator.js';
import { Ticks } from './ticks.js';

class Sweeper {
  sweeps = 0;
  request: unknown = null;

  @RunEvery(1_000, 'toy.sweep')
  sweep(): Promise<void> {
    this.sweeps += 1;
    this.request = currentRequest();
    return Promise.resolve();
  }
}

class SecondSweeper {
  @RunEvery(1_000, 'toy.sweep')
  sweep(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({ providers: [Sweeper] })
class ToyModule {}

@Module({ providers: [SecondSweeper] })
class SecondModule {}

@Global()
@Module({})
class ToyScheduling {}

async function start(worker: boolean, ...modules: (typeof ToyModule)[]): Promise<INestApplicationContext> {
  const application = {
    module: ToyScheduling,
    imports: [ScheduleModule.forRoot({ intervals: worker }), ...modules],
    providers: [Ticks, MetricsRegistry, { provide: Alarms, useValue: {} }],
    exports: [Ticks],
  };
  return NestFactory.createApplicationContext(application, { logger: false, abortOnError: false });
}

describe('scheduled methods', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  it('run in a worker every second, and immediately when woken, until shutdown', async () => {
    const worker = await start(true, ToyModule);
    const sweeper = worker.get(Sweeper);
    expect(worker.get(SchedulerRegistry).getIntervals()).toEqual(['toy.sweep']);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(sweeper.sweeps).toBe(3);
    worker.get(Ticks).wake('toy.sweep');
    expect(sweeper.sweeps).toBe(4);
    await jest.advanceTimersByTimeAsync(0);
    const metrics = await worker.get(MetricsRegistry).metrics();
    expect(metrics).toContain('purser_due_seconds{tick="toy.sweep"} 0');
    await worker.close();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(sweeper.sweeps).toBe(4);
  });

  it('scheduled methods are not part of the request that wakes them', async () => {
    const worker = await start(true, ToyModule);
    const request = { caller: null, requestId: 'r-1', clientAddress: '127.0.0.1', operation: 'createPayout' };
    runInRequest(request, () => {
      worker.get(Ticks).wake('toy.sweep');
    });
    expect(worker.get(Sweeper)).toMatchObject({ sweeps: 1, request: null });
    await worker.close();
  });

  it('scheduled methods do not run in a process that is not a worker', async () => {
    const api = await start(false, ToyModule);
    api.get(Ticks).wake('toy.sweep');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(api.get(Sweeper).sweeps).toBe(0);
    await api.close();
  });

  it('scheduled methods have unique names by which they can be woken', async () => {
    await expect(start(true, ToyModule, SecondModule)).rejects.toThrow('Two methods run as "toy.sweep"');
    const worker = await start(true, ToyModule);
    expect(() => {
      worker.get(Ticks).wake('toy.sweeep');
    }).toThrow('No method runs as "toy.sweeep"');
    await worker.close();
  });
});
