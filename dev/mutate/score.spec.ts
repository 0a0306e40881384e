import { instrument } from './instrument.js';
import { Score } from './score.js';

describe('Score', () => {
  const { mutants } = instrument('src/orders/a.ts', 'f(); g(); h(); i();', 0);

  it('counts the killed among those that were tried', () => {
    const score = new Score(mutants, ['src/orders']);
    score.add(mutants[0]!, true);
    score.add(mutants[1]!, false);
    expect(score.survivors).toEqual([mutants[1]]);
    expect(score.alive).toEqual(mutants.slice(1));
    expect(score.describe()).toContain('| src/orders | 4 | 2 | 1 | 50.0 % |');
  });

  it('goes by the last kind of specs that a mutant was tried with', () => {
    const score = new Score(mutants, []);
    for (const mutant of mutants) score.add(mutant, false);
    score.add(mutants[0]!, true);
    expect(score.percent).toBe(25);
  });
});
