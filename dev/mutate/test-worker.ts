import { runCLI } from 'jest';

/** One run of spec files with at most one mutant switched on. */
export interface RunRequest {
  readonly project: 'unit' | 'system';
  readonly mutant: number | null;
  readonly specs: readonly string[];
}

export interface RunAnswer {
  readonly hasPassed: boolean;
  /** The mutants whose code ran in the tests. */
  readonly seen: readonly number[];
  /** The mutants whose code ran earlier, while a module loaded. */
  readonly loaded: readonly number[];
}

const OPTIONS = {
  config: 'dev/mutate/specs-in-one-process.mjs',
  runInBand: true,
  runTestsByPath: true,
  silent: true,
  bail: 1,
  watchman: false,
};

let active: number | null = null;
let isLoading = true;
const seen = new Set<number>();
const loaded = new Set<number>();

Object.assign(globalThis, {
  // Mutated files look this function up only once, when they load, so it must never be replaced.
  isMutant(id: number): boolean {
    (isLoading ? loaded : seen).add(id);
    return id === active;
  },
  // The spec's Jest environment calls this before the first test.
  onSpecLoaded(): void {
    isLoading = false;
  },
});

process.on('message', (request: RunRequest) => {
  void answer(request);
});

async function answer({ project, mutant, specs }: RunRequest): Promise<void> {
  active = mutant;
  isLoading = true;
  seen.clear();
  loaded.clear();
  const argv = { ...OPTIONS, _: [...specs], $0: 'jest', selectProjects: [project] };
  const { results } = await runCLI(argv, [process.cwd()]);
  const hasPassed = results.success && results.numPassedTests > 0;
  process.send?.({ hasPassed, seen: [...seen], loaded: [...loaded] } satisfies RunAnswer);
}
