import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { REVISION, VERSION } from '../config/version.js';

interface Named {
  readonly name: string;
  readonly help: string;
}

// From the time for reading one row up to the longest timeout of a call, in steps of a factor of 2.5 to 4. Creates
// eight series for each operation in use.
const SECONDS = [0.005, 0.02, 0.05, 0.2, 0.5, 2, 10];

interface CounterOf<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/** The metrics of one application. All applications in a test would share prom-client's global registry. */
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
   * Creates a counter with one label. All of the label's values are exported from the start, because Prometheus sees no
   * increase in a series that begins at one, and the first alarm with a code would go unnoticed.
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
   * Counts pieces of work by operation and outcome, and measures their duration by operation. Both must be limited
   * lists, because each value creates a series. A series starts with the first work of its kind.
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
