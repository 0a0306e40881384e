import { join } from 'node:path';
import { type Audit, joinAudits } from '../audit/finding.js';
import { openLoadedStage } from '../callers/loaded-stage.js';
import { commitAnswer } from '../faults/cases/commit-answer-case.js';
import { oneReplica, scarceBudget, slowProvider } from '../faults/cases/crowd-cases.js';
import { eventual } from '../faults/cases/eventual-case.js';
import { checkAfterwards, type FaultCase } from '../faults/cases/fault-case.js';
import { gatePress } from '../faults/cases/gate-press-case.js';
import { halfOpen } from '../faults/cases/half-open-case.js';
import { outage } from '../faults/cases/outage-case.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { onStage } from './phase-stopwatch.js';

const CASES = {
  outage,
  halfopen: halfOpen,
  commitack: commitAnswer,
  eventual,
  gatepress: gatePress,
  budget: scarceBudget,
  slow: slowProvider,
  crowd: oneReplica,
};

export type CaseName = keyof typeof CASES;

export const CASE_NAMES = Object.keys(CASES) as CaseName[];

/** Runs the chosen cases, each on a new system. */
export async function runCases(
  { names, seed }: { readonly names: readonly CaseName[]; readonly seed: string },
  directory: string,
): Promise<Audit> {
  const audits: Audit[] = [];
  for (const name of names)
    audits.push(await runCase(name, new SeededRandom(`${seed}/${name}`), join(directory, name)));
  return joinAudits(audits);
}

function runCase(name: CaseName, random: SeededRandom, directory: string): Promise<Audit> {
  const { run, ...layout }: FaultCase = CASES[name];
  return onStage(openLoadedStage({ directory, random, ...layout }), async (stage, stopwatch) => {
    await stage.subject.begin(stage.apiUrls[0] ?? '');
    const { findings, figures } = await run(stage);
    stopwatch.lap('fault');
    const afterwards = await checkAfterwards(stage);
    stopwatch.lap('end');
    return {
      findings: [...findings, ...afterwards].map((finding) => ({ ...finding, holds: `${name}: ${finding.holds}` })),
      figures: [`${name}:`, ...figures.map((figure) => `  ${figure}`)],
    };
  });
}
