import Sequencer from '@jest/test-sequencer';

/** Where the specs are that take a minute or more, then those that start applications or a database; the rest comes last. */
const FROM_LONG_TO_SHORT = ['/test/faults/', '-canary.spec.ts', '/test/browser/', '/test/e2e/', '/test/', '/dev/'];

/**
 * Begins with what takes long, so that no worker is left with it alone at the end. Where nothing ran before, as in CI, Jest
 * goes by the size of files, and the spec of all faults is a small one.
 */
export default class LongestFirstSequencer extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((left, right) => rankOf(left.path) - rankOf(right.path));
  }
}

function rankOf(path) {
  const rank = FROM_LONG_TO_SHORT.findIndex((part) => path.includes(part));
  return rank === -1 ? FROM_LONG_TO_SHORT.length : rank;
}
