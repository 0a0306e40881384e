import { spawn } from 'node:child_process';

// Walks through 32 MB as long as its parent lives, like other programs that use the processor caches.
const WORK = `
  const memory = new Float64Array(4e6);
  for (let at = 0; process.ppid === ${process.pid}; ) {
    for (let step = 0; step < 1e6; step += 1, at = (at + 4099) % 4e6) memory[at] += 1;
  }`;

/** Runs a measurement beside this number of processes that never pause. */
export async function besideBusyProcesses<Result>(count: number, measure: () => Promise<Result>): Promise<Result> {
  const processes = Array.from({ length: count }, () => spawn(process.execPath, ['--eval', WORK], { stdio: 'ignore' }));
  try {
    return await measure();
  } finally {
    for (const busy of processes) busy.kill();
  }
}
