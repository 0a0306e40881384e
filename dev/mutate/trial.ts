import { dirname } from 'node:path';
import { likeliestFirst } from './choices.js';
import type { Mutant } from './instrument.js';
import { SANDBOX } from './sandbox.js';
import type { Verdict } from './score.js';
import { TestProcess } from './test-process.js';

export type Project = 'unit' | 'system';

export interface TrialOptions {
  readonly project: Project;
  readonly specs: readonly string[];
  /** Maximum number of spec files per mutant. */
  readonly specsPerMutant: number;
  readonly jobs: number;
  /** The time, on the clock of `performance.now()`, after which no work starts. */
  readonly endsAt: number;
}

interface CoveringSpec {
  readonly path: string;
  readonly tookMs: number;
  readonly mutants: ReadonlySet<number>;
  readonly files: ReadonlySet<string>;
}

// Added to the time limit, for a busy machine and for tests that wait for something the mutant prevents.
const SPARE_MS = 30_000;
const SPARE_FACTOR = 3;
const LONGEST_SPEC_MS = 300_000;

const PROGRESS = 50;

/** Runs each mutant with the specs that cover it. */
export class Trial {
  readonly #covering: CoveringSpec[] = [];
  readonly #loaded = new Set<number>();

  constructor(private readonly options: TrialOptions) {}

  /** Runs every spec with no mutant switched on, to learn which code it covers. Specs that fail here are excluded. */
  async cover(mutants: readonly Mutant[]): Promise<void> {
    const { project, specs } = this.options;
    const fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
    await this.inTurn(specs, async (path, tests) => {
      const startedAt = performance.now();
      const answer = await tests.run({ project, mutant: null, specs: [path] }, LONGEST_SPEC_MS);
      const tookMs = performance.now() - startedAt;
      if (answer === 'timed_out' || !answer?.hasPassed) {
        console.log(`left out, since it fails without a mutant: ${path}`);
        return;
      }
      for (const id of answer.loaded) this.#loaded.add(id);
      const files = [...answer.seen, ...answer.loaded].flatMap((id) => fileOf.get(id) ?? []);
      this.#covering.push({ path, tookMs, mutants: new Set(answer.seen), files: new Set(files) });
    });
  }

  /** Calls back for each mutant. Mutants without a covering spec survive. */
  async tryEach(mutants: readonly Mutant[], onVerdict: (mutant: Mutant, verdict: Verdict) => void): Promise<void> {
    let count = 0;
    await this.inTurn(mutants, async (mutant, tests) => {
      onVerdict(mutant, await this.try(mutant, tests));
      count += 1;
      if (count % PROGRESS === 0) console.log(`${this.options.project} specs: ${count} of ${mutants.length} mutants`);
    });
  }

  private async try(mutant: Mutant, tests: TestProcess): Promise<Verdict> {
    const specs = this.specsOf(mutant);
    // Tries the first spec on its own, because it kills most mutants. If a mutant needs a new process, runs all specs
    // in it.
    const first = this.isStatic(mutant) ? specs.length : 1;
    for (const some of [specs.slice(0, first), specs.slice(first)]) {
      const verdict = some.length > 0 ? await this.tryWith(mutant, some, tests) : 'alive';
      if (verdict !== 'alive') return verdict;
    }
    return 'alive';
  }

  private async tryWith(mutant: Mutant, specs: readonly CoveringSpec[], tests: TestProcess): Promise<Verdict> {
    const limitMs = SPARE_MS + SPARE_FACTOR * specs.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const request = {
      project: this.options.project,
      mutant: mutant.id,
      specs: specs.map(({ path }) => path),
    };
    const isStatic = this.isStatic(mutant);
    if (isStatic) tests.stop();
    const answer = await tests.run(request, limitMs);
    if (isStatic) tests.stop();
    if (answer === 'timed_out') return 'timed_out';
    return answer?.hasPassed ? 'alive' : 'killed';
  }

  /**
   * Returns the specs that may kill a mutant. Code that runs while its module loads is covered only by the first spec
   * that loads it, so for such code the specs of its file and folder are returned.
   */
  private specsOf(mutant: Mutant): CoveringSpec[] {
    const { id, file } = mutant;
    const isOfFile = ({ path, files }: CoveringSpec): boolean => files.has(file) || dirname(path) === dirname(file);
    const reaches = this.isStatic(mutant) ? isOfFile : ({ mutants }: CoveringSpec): boolean => mutants.has(id);
    const specs = this.#covering.filter(reaches);
    return likeliestFirst(file, specs, ({ path }) => path).slice(0, this.options.specsPerMutant);
  }

  /** Whether the mutant needs a new process, because its code runs only once: while its module loads. */
  private isStatic({ id }: Mutant): boolean {
    return this.#loaded.has(id) && !this.#covering.some(({ mutants }) => mutants.has(id));
  }

  private async inTurn<Item>(
    items: readonly Item[],
    work: (item: Item, tests: TestProcess) => Promise<void>,
  ): Promise<void> {
    const left = [...items];
    const lane = async (): Promise<void> => {
      const tests = new TestProcess(SANDBOX);
      while (performance.now() < this.options.endsAt) {
        const item = left.shift();
        if (item === undefined) break;
        await work(item, tests);
      }
      tests.stop();
    };
    await Promise.all(Array.from({ length: this.options.jobs }, lane));
  }
}
