import { type Path, PATHS } from '../scenarios/paths.js';
import type { Costs } from './kept-costs.js';

/** A path may cost so many times what is kept. */
export const TOLERANCE = 1.1;

/**
 * A path is dearer when so many measurements in a row say so. One measurement of an unchanged path lay 20 % above the
 * others while seven processes waited for two cores, and one of three lay above the tolerance then.
 */
export const MEASUREMENTS = 5;

/** A path that every measurement found too dear. */
export interface DearerPath {
  readonly path: Path;
  readonly kept: number;
  readonly measured: readonly number[];
}

/** Measures the paths, and those again that look too dear. @returns those that stay so */
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
