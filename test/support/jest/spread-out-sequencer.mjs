import Sequencer from '@jest/test-sequencer';

/** Specs that start several processes and keep two cores busy by themselves for up to a minute and a half. */
const HEAVY =
  /[/]test[/](faults|browser|campaigns[/](browser|under-load))[/]|extras[/]campaigns|-canary[.]|replicas[.]/;

/**
 * Spreads heavy specs over the run. Side by side they would starve each other, and at the end a worker would be left
 * alone with one. Jest sorts by earlier durations or, without earlier runs, as in CI, by file size, and the spec of all
 * faults is a small file. Unit specs, which are short, come last.
 */
export default class SpreadOutSequencer extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const heavy = sorted.filter(({ path }) => HEAVY.test(path));
    const system = sorted.filter(({ path }) => path.includes('/test/') && !HEAVY.test(path));
    const unit = sorted.filter(({ path }) => !path.includes('/test/'));
    const share = Math.ceil(system.length / Math.max(1, heavy.length));
    const spread = heavy.flatMap((test, position) => [test, ...system.slice(position * share, (position + 1) * share)]);
    return [...(heavy.length === 0 ? system : spread), ...unit];
  }
}
