import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { REVISION, VERSION } from '../config/version.js';

interface Named {
  readonly name: string;
  readonly help: string;
}

// From a read of one row to the longest time-out of a call, a factor of two and a half or four apart: eight series for
// each operation that is used.
const SECONDS = [0.005, 0.02, 0.05, 0.2, 0.5, 2, 10];

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

  /**
   * Counts work by operation and outcome, and measures how long it took by operation. Both must come from closed lists,
   * since each value is a series. A series begins with the first work of its kind.
   */
  timedOutcomes({
    counter: counted,
    histogram: measured,
  }: {
    readonly counter: Named;
    readonly histogram: Named;
  }): (operation: string, outcome: string, seconds: number) => void {
    const counter = new Counter({ ...counted, labelNames: ['operation', 'outcome'], registers: [this] });
    const histogram = new Histogram({
      ...measured,
      labelNames: ['operation'],
      buckets: SECONDS,
      registers: [this],
    });
    return (operation, outcome, seconds) => {
      counter.inc({ operation, outcome });
      histogram.observe({ operation }, seconds);
    };
  }
}
