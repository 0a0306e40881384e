import type { Mutant } from './instrument.js';

/** A mutant that no test can kill. It is identified by its text, because line numbers change. */
interface EquivalentMutant extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  readonly reason: string;
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [];
