import { spreadOf } from '../report/spread.js';
import type { WatchedSoFar } from '../callers/watchers.js';
import type { PrimaryChange } from './primary-rounds.js';

export function describeRound({ ending, from, to, silenceMs, wholeAfterMs, isGateOpen }: PrimaryChange): string {
  return (
    `${ending} of ${from}, ${to} took over: silent for ${seconds(silenceMs.payouts)} (payouts) and ` +
    `${seconds(silenceMs.orders)} (orders), whole after ${seconds(wholeAfterMs)}, gate ${isGateOpen ? 'open' : 'SHUT'}`
  );
}

export function describeWatchers(closed: number, lateMs: WatchedSoFar['lateMs']): string {
  if (lateMs === null) return `no change came; sockets closed ${closed} times so far`;
  return `changes ${lateMs.median} ms late, 99 % ${seconds(lateMs.p99)}, most ${seconds(lateMs.most)}; sockets closed ${closed} times so far`;
}

/** Describes the shortest and the longest silence for each way in which a primary ended. */
export function describeSilences(reports: readonly PrimaryChange[]): string[] {
  return (['switchover', 'death'] as const).flatMap((ending) => {
    const longest = reports
      .filter((report) => report.ending === ending)
      .map(({ silenceMs }) => Math.max(silenceMs.payouts, silenceMs.orders));
    if (longest.length === 0) return [];
    const { min, median, max } = spreadOf(longest);
    return `Silence, ${longest.length} of ${ending}: ${seconds(min)} to ${seconds(max)}, median ${seconds(median)}.`;
  });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
