import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { REVISION, VERSION } from '../config/version.js';

interface CounterOf<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/** The metrics of one application; not prom-client's global registry, which several applications of a test share. */
@Injectable()
export class MetricsRegistry extends Registry {
  constructor() {
    super();
    const info = new Gauge({
      name: 'purser_info',
      help: 'Always 1; its labels are the version and the commit that this process was built from.',
      labelNames: ['version', 'revision'],
      registers: [this],
    });
    info.set({ version: VERSION, revision: REVISION }, 1);
  }

  /**
   * A counter by one label, which is called with what to count. All values are served from the start: Prometheus sees
   * no increase in a series that begins at one, so the first alarm of a code would alert nobody.
   */
  counterOf<Value extends string>({ name, help, label, values }: CounterOf<Value>): (value: Value) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this] });
    const count = (value: Value, by?: number): void => {
      counter.inc({ [label]: value }, by);
    };
    for (const value of values) count(value, 0);
    return count;
  }
}
