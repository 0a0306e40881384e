import type { Mutant } from './instrument.js';

/** A mutant's result. Timeouts are counted separately, because a busy machine may have caused them. */
export type Verdict = 'killed' | 'timed_out' | 'alive';

const HEADS = ['folder', 'mutants', 'tried', 'killed', 'of these timed out', 'score'];

/** Counts the killed mutants. Mutants for which no time was left are not counted at all. */
export class Score {
  readonly #verdicts = new Map<Mutant, Verdict>();

  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly folders: readonly string[],
  ) {}

  /** Records a mutant's verdict. Survivors of one kind of specs are tried with the next kind, whose verdict counts. */
  add(mutant: Mutant, verdict: Verdict): void {
    this.#verdicts.set(mutant, verdict);
  }

  /** The mutants that have not been killed yet. */
  get alive(): Mutant[] {
    return this.mutants.filter((mutant) => !isKilled(this.#verdicts.get(mutant)));
  }

  /** The mutants that survived every spec they were tried with. */
  get survivors(): Mutant[] {
    return this.mutants.filter((mutant) => this.#verdicts.get(mutant) === 'alive');
  }

  get percent(): number {
    return percentOf(this.count(this.mutants));
  }

  /** Returns a table with a row for each folder that has mutants, and a row for the total. */
  describe(): string {
    const rows = this.folders.map((folder) => this.describeRow(folder, ({ file }) => file.startsWith(folder)));
    const total = this.describeRow('all', () => true);
    return [HEADS, HEADS.map(() => '---'), ...rows, total].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }

  private describeRow(name: string, isOfRow: (mutant: Mutant) => boolean): string[] {
    const counts = this.count(this.mutants.filter(isOfRow));
    const cells = [counts.mutants, counts.tried, counts.killed, counts.timedOut].map(String);
    return [name, ...cells, `${percentOf(counts).toFixed(1)} %`];
  }

  private count(mutants: readonly Mutant[]): Counts {
    const verdicts = mutants.flatMap((mutant) => this.#verdicts.get(mutant) ?? []);
    return {
      mutants: mutants.length,
      tried: verdicts.length,
      killed: verdicts.filter(isKilled).length,
      timedOut: verdicts.filter((verdict) => verdict === 'timed_out').length,
    };
  }
}

interface Counts {
  readonly mutants: number;
  readonly tried: number;
  readonly killed: number;
  readonly timedOut: number;
}

function isKilled(verdict: Verdict | undefined): boolean {
  return verdict === 'killed' || verdict === 'timed_out';
}

function percentOf({ tried, killed }: Counts): number {
  return tried === 0 ? 100 : (100 * killed) / tried;
}
