/**
 * The delay before the next try, in the unit of `steps`: the n-th try waits for the n-th step, and every further one
 * for the last step, so that a schedule decays but never ends.
 *
 * @param triesSoFar how many tries were made, from 0
 */
export function delayBeforeNextTry(steps: readonly number[], triesSoFar: number): number {
  const delay = steps[Math.min(triesSoFar, steps.length - 1)];
  if (delay === undefined) throw new Error('A schedule needs at least one step');
  return delay;
}
