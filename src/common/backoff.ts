/**
 * Returns the delay before the next try, in the unit of `steps`: the n-th step, or the last one from then on, so a
 * schedule decays but never ends.
 * @param triesSoFar number of earlier tries, from 0
 */
export function delayBeforeNextTry(steps: readonly number[], triesSoFar: number): number {
  const delay = steps[Math.min(triesSoFar, steps.length - 1)];
  if (delay === undefined) throw new Error('A schedule needs at least one step');
  return delay;
}
