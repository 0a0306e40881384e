import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Gauge } from 'prom-client';
import { Alarms } from '../observability/alarms.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { Tick, type TickOptions } from './tick.js';

/** The ticks of all features. Nest's registry has an interval for each of them while this process is a worker. */
@Injectable()
export class Ticks implements BeforeApplicationShutdown {
  readonly #ticks = new Map<string, Tick>();
  // What a tick does is nobody's request, not even that of the caller who wakes it.
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly alarms: Alarms,
    metrics: MetricsRegistry,
  ) {
    const gauge: Gauge<'tick'> = new Gauge({
      name: 'purser_due_seconds',
      help: 'For how long due work of a tick can have waited beyond its interval: since a run last left nothing due.',
      labelNames: ['tick'],
      registers: [metrics],
      collect: () => {
        for (const name of this.registry.getIntervals()) {
          const tick = this.#ticks.get(name);
          if (tick) gauge.set({ tick: name }, tick.millisecondsLate() / 1_000);
        }
      },
    });
  }

  add(options: TickOptions): Tick {
    const { name } = options;
    if (this.#ticks.has(name)) throw new Error(`Two methods run as "${name}"`);
    const tick = new Tick(options, (failuresInARow) => {
      this.alarms.raise('tick_failing', { tick: name, failuresInARow });
    });
    this.#ticks.set(name, tick);
    return tick;
  }

  /** Runs a tick now instead of at its next interval, if this process has one. */
  wake(name: string): void {
    const tick = this.#ticks.get(name);
    if (!tick) throw new Error(`No method runs as "${name}"`);
    if (!this.registry.doesExist('interval', name)) return;
    this.#outsideOfRequests(() => {
      tick.wake();
    });
  }

  /** Lets the batches in hand finish, so that what was asked of the provider is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#ticks.values()].map((tick) => tick.stop()));
  }
}
