import type { Mutant } from './instrument.js';

/** A mutant that no test need kill. It is named by its text, which outlives changes of line numbers. */
interface EquivalentMutant extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  readonly reason: string;
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [];
