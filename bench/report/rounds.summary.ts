import type { RoundFigures } from '../load/load.round.js';
import type { RoundPair } from '../load/paired.rounds.js';

export interface Summary {
  readonly purser: RoundFigures;
  readonly bare: RoundFigures;
  /** Purser's requests a second over the bare server's, pair by pair. */
  readonly ratio: { readonly min: number; readonly median: number; readonly max: number };
}

/**
 * What the rounds say. The ratio is taken within each pair and then the median of those, because the two rounds of a pair
 * ran side by side in time: whatever slowed the machine down slowed both.
 */
export function summarize(pairs: readonly RoundPair[]): Summary {
  const ratios = pairs.map(({ purser, bare }) => purser.requestsPerSecond / bare.requestsPerSecond);
  return {
    purser: typical(pairs.map(({ purser }) => purser)),
    bare: typical(pairs.map(({ bare }) => bare)),
    ratio: { min: Math.min(...ratios), median: median(ratios), max: Math.max(...ratios) },
  };
}

function typical(rounds: readonly RoundFigures[]): RoundFigures {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}
