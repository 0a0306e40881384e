import { median } from '../../test/rig/report/spread.js';
import { type Path, PATHS, SCENARIOS } from '../scenarios/paths.js';
import type { Stage } from '../stage/bench-stage.js';
import { measureCost } from './cost-measurement.js';
import { type DearerPath, findDearerPaths, TOLERANCE } from './cost-rule.js';
import { type Costs, keepCosts, readKeptCosts } from './kept-costs.js';

/** Compares the costs of the paths with the stored costs. Returns whether all are within the tolerance. */
export async function checkCosts(stage: Stage): Promise<boolean> {
  const kept = await readKeptCosts();
  const dearer = await findDearerPaths(kept, (path) =>
    measureAloud(stage, path).catch((error: unknown) => {
      // The failure counts as too expensive, so the path is measured again. The machine may only have stalled for some
      // seconds.
      console.error(error);
      return Infinity;
    }),
  );
  for (const path of dearer) console.error(describe(path));
  return dearer.length === 0;
}

// Enough that one disturbed measurement does not become the median.
const KEPT_OF = 3;

/** Writes the current costs of the paths, each the median of several measurements. */
export async function keepMeasuredCosts(stage: Stage): Promise<void> {
  const costs: [Path, number][] = [];
  for (const path of PATHS) {
    const measured: number[] = [];
    while (measured.length < KEPT_OF) measured.push(await measureAloud(stage, path));
    costs.push([path, Number(median(measured).toFixed(3))]);
  }
  console.log(`Kept in ${await keepCosts(Object.fromEntries(costs) as Costs)}.`);
}

async function measureAloud(stage: Stage, path: Path): Promise<number> {
  const startedAt = performance.now();
  const cost = await measureCost(stage, path);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `${SCENARIOS[path].title}: ${cost.toFixed(2)} times the bare server, measured in ${seconds.toFixed(0)} s`,
  );
  return cost;
}

function describe({ path, kept, measured }: DearerPath): string {
  const figures = measured.map((cost) => (cost === Infinity ? 'an unknown number of' : cost.toFixed(2))).join(', ');
  return (
    `${SCENARIOS[path].title} costs ${figures} times the processor time of the bare server, ${kept.toFixed(2)} are kept: ` +
    `more than ${TOLERANCE} times as much.`
  );
}
