import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { draw, likeliestFirst } from './mutate/choices.js';
import { EQUIVALENT_MUTANTS } from './mutate/equivalent-mutants.js';
import type { Mutant } from './mutate/instrument.js';
import { Score } from './mutate/score.js';
import { makeSandbox } from './mutate/sandbox.js';
import { type Project, Trial, type TrialOptions } from './mutate/trial.js';
import { readAddedLines } from './prose/added-lines.js';

const FOLDERS = [
  ...['requests', 'core', 'submission', 'evidence', 'polling'].map((stage) => `src/payouts/${stage}`),
  ...['src/orders', 'src/desk/ledger', 'src/provider/wire'],
];

const USAGE = `npm run mutate -- [options]: changes the code in one place at a time and counts the changes that no test notices
  --files PREFIX   only files whose path begins so; may be repeated
  --changed BASE   only lines that differ from a commit
  --unit           only with specs beside the code
  --sample N       tries so many mutants, drawn by --seed S (1)
  --specs N        tries a mutant with so many system specs, the likeliest first (8)
  --minutes N      begins no further mutant after this time
  --jobs N         so many processes (2)
  --least PERCENT  fails below this score (85)`;

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: FOLDERS },
    changed: { type: 'string' },
    unit: { type: 'boolean', default: false },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    specs: { type: 'string', default: '8' },
    minutes: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '2' },
    least: { type: 'string', default: '85' },
    help: { type: 'boolean', default: false },
  },
});

const endsAt = performance.now() + Number(options.minutes) * 60_000;

async function main(): Promise<void> {
  const all = await makeMutants();
  const mutants = draw(all, Number(options.sample), Number(options.seed));
  console.log(`${mutants.length} of ${all.length} mutants`);
  const score = new Score(mutants, options.files);
  // Specs of lower folders cannot reach the code, because imports only go down.
  const rooms = [...new Set(mutants.map(({ file }) => file.split('/', 2).join('/')))];
  await tryWith(score, 'unit', { specs: rooms.flatMap(specsIn), specsPerMutant: Infinity });
  if (!options.unit && score.alive.length > 0)
    await inDatabase(() => tryWith(score, 'system', systemSpecs(score.alive)));
  for (const { file, line, original, replacement } of score.survivors) {
    console.log(`${file}:${line} ${original} -> ${replacement}`);
  }
  console.log(score.describe());
  if (score.percent < Number(options.least)) process.exitCode = 1;
}

type Specs = Pick<TrialOptions, 'specs' | 'specsPerMutant'>;

function systemSpecs(mutants: readonly Mutant[]): Specs {
  const specsPerMutant = Number(options.specs);
  const all = [...specsIn('test/e2e'), ...specsIn('test/integration')];
  const files = [...new Set(mutants.map(({ file }) => file))];
  const specs = files.flatMap((file) => likeliestFirst(file, all, (path) => path).slice(0, specsPerMutant));
  return { specs: [...new Set(specs)], specsPerMutant };
}

async function tryWith(score: Score, project: Project, specs: Specs): Promise<void> {
  const trial = new Trial({ ...specs, project, jobs: Number(options.jobs), endsAt });
  const mutants = score.alive;
  await trial.cover(mutants);
  const isLast = project === 'system' || options.unit;
  await trial.tryEach(mutants, (mutant, verdict) => {
    if (verdict !== 'alive' || isLast) score.add(mutant, verdict);
  });
}

/** Compiles the mutants of the chosen files, without known equivalent ones. */
async function makeMutants(): Promise<Mutant[]> {
  const added = options.changed === undefined ? null : readAddedLines(options.changed);
  const isChosen = (mutant: Mutant): boolean =>
    added === null || added.some(({ path, number }) => path === mutant.file && number === mutant.line);
  const files = options.files
    .flatMap((prefix) => filesBelow(prefix))
    .filter((file) => !/\.(spec|fixture)\.ts$/.test(file));
  const mutants = await makeSandbox(
    added === null ? files : files.filter((file) => added.some((line) => line.path === file)),
  );
  return mutants.filter((mutant) => isChosen(mutant) && !isEquivalent(mutant));
}

function isEquivalent({ file, original, replacement }: Mutant): boolean {
  return EQUIVALENT_MUTANTS.some(
    (known) => known.file === file && known.original === original && known.replacement === replacement,
  );
}

const specsIn = (folder: string): string[] => filesBelow(folder).filter((file) => file.endsWith('.spec.ts'));

function filesBelow(prefix: string): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return files.split('\n').filter((file) => file.startsWith(prefix) && file.endsWith('.ts'));
}

/** Starts one PostgreSQL for all specs, as a run of Jest does. */
async function inDatabase(work: () => Promise<void>): Promise<void> {
  const { default: setUp } = (await import(pathToFileURL(join('test', 'support', 'global-setup.mjs')).href)) as {
    default: () => Promise<void>;
  };
  await setUp();
  try {
    await work();
  } finally {
    await (globalThis as unknown as { stopTestPostgres: () => Promise<void> }).stopTestPostgres();
  }
}

if (options.help) console.log(USAGE);
else await main();
