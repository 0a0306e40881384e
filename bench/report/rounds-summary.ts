import type { ProcessorTime } from '../load/processor-clock.js';
import type { MeasuredRound, RoundPair } from '../load/paired-rounds.js';
import { median, type Spread, spreadOf } from '../../test/rig/report/spread.js';

export type TypicalRound = Omit<MeasuredRound, 'requests'>;

export interface Summary {
  readonly purser: TypicalRound;
  readonly bare: TypicalRound;
  /** Purser's processor time per request divided by the bare server's, including PostgreSQL's; null if unknown. */
  readonly cost: Spread | null;
  /** Purser's requests per second divided by the bare server's, pair by pair. */
  readonly ratio: Spread;
}

/**
 * Summarises the rounds. The ratio is the median of the pairs' ratios: the two rounds of a pair ran back to back, so a
 * slowdown affected both.
 */
export function summarize(pairs: readonly RoundPair[]): Summary {
  return {
    purser: typical(pairs.map(({ purser }) => purser)),
    bare: typical(pairs.map(({ bare }) => bare)),
    cost: costOf(pairs),
    ratio: spreadOf(pairs.map(({ purser, bare }) => purser.requestsPerSecond / bare.requestsPerSecond)),
  };
}

function costOf(pairs: readonly RoundPair[]): Spread | null {
  const costs = pairs.flatMap(({ purser, bare }) =>
    purser.processor && bare.processor ? [totalOf(purser.processor) / totalOf(bare.processor)] : [],
  );
  return costs.length > 0 ? spreadOf(costs) : null;
}

function totalOf({ node, postgres }: ProcessorTime): number {
  return node + postgres;
}

function typical(rounds: readonly MeasuredRound[]): TypicalRound {
  const times = rounds.flatMap(({ processor }) => processor ?? []);
  return {
    processor:
      times.length > 0
        ? { node: median(times.map(({ node }) => node)), postgres: median(times.map(({ postgres }) => postgres)) }
        : null,
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}
