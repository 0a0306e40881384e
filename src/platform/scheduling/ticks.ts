import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Gauge } from 'prom-client';
import { Config } from '../config/config.js';
import { Alarms } from '../observability/alarms.js';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { type Duty, dutyPlanOf } from './run-every.decorator.js';
import { Tick } from './tick.js';

/** Runs the duties of all features: from the end of the boot to the beginning of the shutdown, on workers only. */
@Injectable()
export class Ticks implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ticks = new Map<string, { readonly tick: Tick; readonly everyMs: number }>();
  // What a tick does is nobody's request, not even that of the caller who wakes it.
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();
  #isStarted = false;

  constructor(
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
    private readonly registry: SchedulerRegistry,
    private readonly alarms: Alarms,
    private readonly metrics: MetricsRegistry,
  ) {}

  /** Finds the methods that `RunEvery` decorates. */
  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null || typeof metatype !== 'function') continue;
      const provider = instance as Record<string, unknown>;
      for (const name of this.methods.getAllMethodNames(Object.getPrototypeOf(provider) as object)) {
        const method = provider[name];
        if (typeof method === 'function') this.addDuty(method.bind(provider) as Duty, dutyPlanOf(method));
      }
    }
  }

  onApplicationBootstrap(): void {
    if (!this.config.roles.worker) return;
    this.#isStarted = true;
    this.measureDelays();
    for (const [name, { tick, everyMs }] of this.#ticks) {
      const interval = setInterval(() => {
        tick.wake();
      }, everyMs);
      this.registry.addInterval(name, interval);
    }
  }

  /** Has a duty run now instead of at its next tick, when this process is a worker. */
  wake(name: string): void {
    const found = this.#ticks.get(name);
    if (!found) throw new Error(`No method runs as "${name}"`);
    if (!this.#isStarted) return;
    this.#outsideOfRequests(() => {
      found.tick.wake();
    });
  }

  /** Lets the batches in hand finish, so that what was asked of the provider is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const name of this.#ticks.keys()) {
      if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    }
    await Promise.all([...this.#ticks.values()].map(({ tick }) => tick.stop()));
  }

  private measureDelays(): void {
    const gauge: Gauge<'tick'> = new Gauge({
      name: 'purser_due_seconds',
      help: 'For how long due work of a tick can have waited beyond its interval: since a run last left nothing due.',
      labelNames: ['tick'],
      registers: [this.metrics],
      collect: () => {
        for (const [name, { tick, everyMs }] of this.#ticks) {
          gauge.set({ tick: name }, Math.max(0, tick.millisecondsSinceEnd() - everyMs) / 1_000);
        }
      },
    });
  }

  private addDuty(runOnce: Duty, plan: ReturnType<typeof dutyPlanOf>): void {
    if (!plan) return;
    const { name, everyMs } = plan;
    if (this.#ticks.has(name)) throw new Error(`Two methods run as "${name}"`);
    const tick = new Tick({ name, runOnce }, (failuresInARow) => {
      this.alarms.raise('tick_failing', { tick: name, failuresInARow });
    });
    this.#ticks.set(name, { tick, everyMs });
  }
}
