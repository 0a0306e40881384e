import { type Path, PATHS } from '../scenarios/paths.js';
import type { Costs } from './kept-costs.js';

/** A path may cost up to this multiple of its stored cost. */
export const TOLERANCE = 1.1;

/**
 * A path fails after this many expensive measurements in a row. With seven processes on two cores, one measurement of
 * an unchanged path was 20 % above the others, and one in three was above the tolerance.
 */
export const MEASUREMENTS = 5;

export interface DearerPath {
  readonly path: Path;
  readonly kept: number;
  readonly measured: readonly number[];
}

/** Measures the paths, repeats the measurement of any that look too expensive, and returns those that always do. */
export async function findDearerPaths(
  kept: Costs,
  measure: (path: Path) => Promise<number>,
): Promise<readonly DearerPath[]> {
  let suspects: readonly DearerPath[] = PATHS.map((path) => ({
    ...{ path, kept: kept[path], measured: [] },
  }));
  for (let measurement = 0; measurement < MEASUREMENTS; measurement += 1) {
    const dearer: DearerPath[] = [];
    for (const suspect of suspects) {
      const cost = await measure(suspect.path);
      if (cost > suspect.kept * TOLERANCE) dearer.push({ ...suspect, measured: [...suspect.measured, cost] });
    }
    suspects = dearer;
  }
  return suspects;
}
