import { Inject } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Duty, Tick } from './tick.js';
import { Ticks } from './ticks.js';

/**
 * Makes workers run a method at Nest's `@Interval`: one batch at a time per process, and the next one immediately if
 * more rows are due. Calling the method directly still runs a single batch.
 */
export function RunEvery(everyMs: number, name: string) {
  return <Method extends Duty>(type: object, _method: string, { value }: TypedPropertyDescriptor<Method>): void => {
    if (!value) return;
    const tick = Symbol(name);
    // Nest injects properties into each instance, so each tick runs the method of that instance.
    Inject(Ticks)(type, tick);
    Object.defineProperty(type, tick, {
      set(this: object, ticks: Ticks) {
        Object.defineProperty(this, tick, { value: ticks.add({ name, everyMs, runOnce: value.bind(this) }) });
      },
    });
    const onInterval = {
      value(this: Readonly<Record<symbol, Tick>>): void {
        this[tick]?.wake();
      },
    };
    Interval(name, everyMs)(type, name, onInterval);
    Object.defineProperty(type, name, onInterval);
  };
}
