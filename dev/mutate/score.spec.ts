import { instrument } from './instrument.js';
import { Score } from './score.js';

describe('Score', () => {
  const { mutants } = instrument('src/orders/a.ts', 'f(); g(); h(); i();', 0);

  it('returns the share of killed mutants among those that were tried', () => {
    const score = new Score(mutants, ['src/orders']);
    score.add(mutants[0]!, 'killed');
    score.add(mutants[1]!, 'alive');
    expect(score.survivors).toEqual([mutants[1]]);
    expect(score.alive).toEqual(mutants.slice(1));
    expect(score.describe()).toContain('| src/orders | 4 | 2 | 1 | 0 | 50.0 % |');
  });

  it('counts a mutant that timed out as killed, and reports it', () => {
    const score = new Score(mutants, []);
    score.add(mutants[0]!, 'timed_out');
    expect(score.survivors).toEqual([]);
    expect(score.describe()).toContain('| all | 4 | 1 | 1 | 1 | 100.0 % |');
  });

  it('uses the verdict of the last kind of specs that a mutant was tried with', () => {
    const score = new Score(mutants, []);
    for (const mutant of mutants) score.add(mutant, 'alive');
    score.add(mutants[0]!, 'killed');
    expect(score.percent).toBe(25);
  });
});
