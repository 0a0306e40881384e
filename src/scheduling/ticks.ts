import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../config/config.js';
import { Alarms } from '../observability/alarms.js';
import { Tick, type TickOptions } from './tick.js';

export interface ScheduledTick extends TickOptions {
  readonly everyMs: number;
}

/** Runs the ticks of all features: from the end of the boot to the beginning of the shutdown, on workers only. */
@Injectable()
export class Ticks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ticks: { readonly tick: Tick; readonly options: ScheduledTick }[] = [];
  #started = false;

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Schedules a duty; to be called while modules initialise.
   *
   * @returns a function that has the duty looked at now instead of at its next turn
   */
  add(options: ScheduledTick): () => void {
    const tick = new Tick(options, (failuresInARow) => {
      this.alarms.raise('tick_failing', { tick: options.name, failuresInARow });
    });
    this.#ticks.push({ tick, options });
    return () => {
      if (this.#started) tick.wake();
    };
  }

  onApplicationBootstrap(): void {
    if (!this.config.roles.worker) return;
    this.#started = true;
    for (const { tick, options } of this.#ticks) {
      const interval = setInterval(() => {
        tick.wake();
      }, options.everyMs);
      this.registry.addInterval(options.name, interval);
    }
  }

  /** Lets the batches in hand finish, so that what was asked of the provider is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const { options } of this.#ticks) {
      if (this.registry.doesExist('interval', options.name)) this.registry.deleteInterval(options.name);
    }
    await Promise.all(this.#ticks.map(({ tick }) => tick.stop()));
  }
}
