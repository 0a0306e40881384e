import type { Mutant } from './instrument.js';

const HEADS = ['folder', 'mutants', 'tried', 'killed', 'score'];

/** Counts the mutants that were killed. Mutants that were not tried in time do not count. */
export class Score {
  readonly #killed = new Map<Mutant, boolean>();

  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly folders: readonly string[],
  ) {}

  /** Adds what one kind of specs found; a later kind is tried with those that an earlier one left alive. */
  add(mutant: Mutant, isKilled: boolean): void {
    this.#killed.set(mutant, isKilled);
  }

  /** The mutants that nothing has killed yet. */
  get alive(): Mutant[] {
    return this.mutants.filter((mutant) => this.#killed.get(mutant) !== true);
  }

  /** The mutants that every spec they were tried with has missed. */
  get survivors(): Mutant[] {
    return this.mutants.filter((mutant) => this.#killed.get(mutant) === false);
  }

  get percent(): number {
    return percentOf(this.count(this.mutants));
  }

  /** Returns a table with a row for each folder that has mutants, and one for all of them. */
  describe(): string {
    const rows = this.folders.map((folder) => this.describeRow(folder, ({ file }) => file.startsWith(folder)));
    const total = this.describeRow('all', () => true);
    return [HEADS, HEADS.map(() => '---'), ...rows, total].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }

  private describeRow(name: string, isOfRow: (mutant: Mutant) => boolean): string[] {
    const counts = this.count(this.mutants.filter(isOfRow));
    return [name, ...[counts.mutants, counts.tried, counts.killed].map(String), `${percentOf(counts).toFixed(1)} %`];
  }

  private count(mutants: readonly Mutant[]): { mutants: number; tried: number; killed: number } {
    const tried = mutants.filter((mutant) => this.#killed.has(mutant));
    return {
      mutants: mutants.length,
      tried: tried.length,
      killed: tried.filter((mutant) => this.#killed.get(mutant)).length,
    };
  }
}

function percentOf({ tried, killed }: { tried: number; killed: number }): number {
  return tried === 0 ? 100 : (100 * killed) / tried;
}
