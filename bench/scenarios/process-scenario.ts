import Module from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { readResidentMegabytes } from '../../dev/processes/resident-memory.js';
import { askTimes } from '../load/load-round.js';
import type { ProcessorClock } from '../load/processor-clock.js';
import { type Spread, spreadOf } from '../../test/rig/report/spread.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { graphqlPage } from './orders-page-scenario.js';

/** Processor time and memory of a Purser with all its roles; memory in MiB. */
export interface ProcessFigures {
  /** Milliseconds of processor time from the start until it is ready; null if the system does not report it. */
  readonly start: Spread | null;
  readonly idle: number;
  readonly afterLoad: number;
  /** The bare server's memory on the same Node, for comparison: what Node and the database client need. */
  readonly bare: number;
}

// Node 22.8 and later keep compiled code between starts.
const KEEPS_COMPILED_CODE = 'enableCompileCache' in Module;
/** Limits in milliseconds of processor time for a start: without cached compiled code, and with it. */
export const START_TARGETS = [1_500, 1_000] as const;
export const START_TARGET = START_TARGETS[KEEPS_COMPILED_CODE ? 1 : 0];
/** Limit in MiB for the memory of an idle Purser. */
export const IDLE_TARGET = 150;
/** Limit in MiB for the memory of a Purser that is idle again after a load. */
export const AFTER_LOAD_TARGET = 160;

export const PAGES = 10_000;

// Probes readiness for 30 seconds, like an orchestrator, which is enough for memory to settle.
const PROBES = 30;
const PROBE_EVERY_MS = 1_000;

/** Measures starts, and the memory of the last process while it is idle and once it is idle again after a load. */
export async function measureProcess(stage: Stage, clock: ProcessorClock, starts: number): Promise<ProcessFigures> {
  const times: number[] = [];
  for (let start = 1; ; start += 1) {
    const purser = await stage.startWholePurser();
    const used = await clock.read(purser.pid);
    if (used) times.push(used.node);
    if (start < starts) {
      await purser.stop();
      continue;
    }
    await idle(purser);
    const atRest = await readResidentMegabytes(purser.pid);
    await askTimes(graphqlPage(purser, stage.operatorKey), PAGES);
    await idle(purser);
    const figures = {
      start: times.length > 0 ? spreadOf(times) : null,
      idle: atRest,
      afterLoad: await readResidentMegabytes(purser.pid),
      bare: await readResidentMegabytes(stage.bare.pid),
    };
    await purser.stop();
    return figures;
  }
}

async function idle({ url }: Contender): Promise<void> {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} stopped being ready (${response.status}).`);
    await delay(PROBE_EVERY_MS);
  }
}
