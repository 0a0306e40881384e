import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../config/config.js';
import { Alarms } from '../observability/alarms.js';
import { type Duty, dutyPlanOf } from './run-every.decorator.js';
import { Tick } from './tick.js';

/** Runs the duties of all features: from the end of the boot to the beginning of the shutdown, on workers only. */
@Injectable()
export class Ticks implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ticks = new Map<string, { readonly tick: Tick; readonly everyMs: number }>();
  #isStarted = false;

  constructor(
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
    private readonly registry: SchedulerRegistry,
    private readonly alarms: Alarms,
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
    if (this.#isStarted) found.tick.wake();
  }

  /** Lets the batches in hand finish, so that what was asked of the provider is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const name of this.#ticks.keys()) {
      if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    }
    await Promise.all([...this.#ticks.values()].map(({ tick }) => tick.stop()));
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
