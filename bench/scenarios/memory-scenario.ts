import { readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runRound } from '../load/load-round.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { graphqlPage } from './orders-page-scenario.js';

/** Memory that the processes hold, in megabytes of 2^20 bytes. */
export interface MemoryFigures {
  readonly idle: number;
  readonly afterLoad: number;
  /** The bare server on the same Node, for scale: this much is Node and the database client. */
  readonly bare: number;
}

/** Megabytes that an idle Purser should stay below. */
export const IDLE_TARGET = 200;

// Five seconds of being asked for readiness, as an orchestrator does: by then what the boot left behind has settled.
const PROBES = 20;
const PROBE_EVERY_MS = 250;

/** Measures a fresh Purser with all its roles, idle and again after a round of load. */
export async function measureMemory(stage: Stage, seconds: number): Promise<MemoryFigures> {
  const purser = await stage.startWholePurser();
  await idle(purser);
  const atRest = await readResidentMegabytes(purser.pid);
  await runRound(graphqlPage(purser, stage.operatorKey), seconds);
  await idle(purser);
  const figures = {
    idle: atRest,
    afterLoad: await readResidentMegabytes(purser.pid),
    bare: await readResidentMegabytes(stage.bare.pid),
  };
  await purser.stop();
  return figures;
}

async function idle({ url }: Contender): Promise<void> {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} stopped being ready (${response.status}).`);
    await delay(PROBE_EVERY_MS);
  }
}

/** The resident set of a process: what it occupies in memory, shared libraries included. */
async function readResidentMegabytes(pid: number): Promise<number> {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kibibytes) / 1_024;
}
