/**
 * Returns the delay before the next try, in the unit of `steps`. Each try uses the next step; once they are used up,
 * the last step repeats forever.
 * @param triesSoFar number of tries already made, from 0
 */
export function delayBeforeNextTry(steps: readonly number[], triesSoFar: number): number {
  const delay = steps[Math.min(triesSoFar, steps.length - 1)];
  if (delay === undefined) throw new Error('A schedule needs at least one step');
  return delay;
}
