import type { RoundFigures } from '../load/load-round.js';
import type { RoundPair } from '../load/paired-rounds.js';
import { median, type Spread, spreadOf } from './spread.js';

export interface Summary {
  readonly purser: RoundFigures;
  readonly bare: RoundFigures;
  /** Purser's requests a second over the bare server's, pair by pair. */
  readonly ratio: Spread;
}

/**
 * What the rounds say. The ratio is taken within each pair and then the median of those, because the two rounds of a
 * pair ran side by side in time: whatever slowed the machine down slowed both.
 */
export function summarize(pairs: readonly RoundPair[]): Summary {
  return {
    purser: typical(pairs.map(({ purser }) => purser)),
    bare: typical(pairs.map(({ bare }) => bare)),
    ratio: spreadOf(pairs.map(({ purser, bare }) => purser.requestsPerSecond / bare.requestsPerSecond)),
  };
}

function typical(rounds: readonly RoundFigures[]): RoundFigures {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}
