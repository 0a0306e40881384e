import type { ScaleStage } from './scale-stage.js';
import type { WatchedSoFar, Watchers } from './watchers.js';

type LoadParts = Pick<ScaleStage, 'load' | 'orders'>;

interface Counts {
  readonly at: number;
  readonly payouts: number;
  readonly orders: number;
  readonly watched: WatchedSoFar;
}

/** Measures the load on an installation between two moments, including outages. */
export class OfferedLoad {
  private constructor(
    private readonly stage: LoadParts,
    private readonly watchers: Watchers,
    private readonly before: Counts,
  ) {}

  static async begin(stage: LoadParts, watchers: Watchers): Promise<OfferedLoad> {
    return new OfferedLoad(stage, watchers, await count(stage, watchers));
  }

  /** Returns the rates since the start, as a sentence. */
  async end(): Promise<string> {
    const { before } = this;
    const after = await count(this.stage, this.watchers);
    const rate = (until: number, from: number): string =>
      ((1_000 * (until - from)) / (after.at - before.at)).toFixed(1);
    const [payouts, orders] = [rate(after.payouts, before.payouts), rate(after.orders, before.orders)];
    const changes = rate(after.watched.received, before.watched.received);
    return (
      `A second: ${payouts} payouts, ${orders} orders, ${changes} changes to all watchers together, ` +
      `whose thread took ${(100 * after.watched.utilization).toFixed(0)} % of a core.`
    );
  }
}

async function count({ load, orders }: LoadParts, watchers: Watchers): Promise<Counts> {
  const watched = await watchers.figures();
  return { at: performance.now(), payouts: load.records.length, orders: orders.records.length, watched };
}
