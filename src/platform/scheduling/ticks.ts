import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Gauge } from 'prom-client';
import { Alarms } from '../observability/alarms.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { Tick, type TickOptions } from './tick.js';

/** The ticks of all features. In a worker process, each has an interval in Nest's registry. */
@Injectable()
export class Ticks implements BeforeApplicationShutdown {
  readonly #ticks = new Map<string, Tick>();
  // Runs ticks outside any request, because their work belongs to none, not even to the request that wakes them.
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

  /** Runs a tick now instead of at its next interval, if this process has the tick. */
  wake(name: string): void {
    const tick = this.#ticks.get(name);
    if (!tick) throw new Error(`No method runs as "${name}"`);
    if (!this.registry.doesExist('interval', name)) return;
    this.#outsideOfRequests(() => {
      tick.wake();
    });
  }

  /** Finishes the batches that are running, so that the provider's answers are recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#ticks.values()].map((tick) => tick.stop()));
  }
}
