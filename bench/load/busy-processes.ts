import { spawn } from 'node:child_process';

// Reads through 32 MB until its parent exits, so that it fills the processor caches like other programs.
const WORK = `
  const memory = new Float64Array(4e6);
  for (let at = 0; process.ppid === ${process.pid}; ) {
    for (let step = 0; step < 1e6; step += 1, at = (at + 4099) % 4e6) memory[at] += 1;
  }`;

/** Runs a measurement while this number of other processes keeps the cores busy. */
export async function besideBusyProcesses<Result>(count: number, measure: () => Promise<Result>): Promise<Result> {
  const processes = Array.from({ length: count }, () => spawn(process.execPath, ['--eval', WORK], { stdio: 'ignore' }));
  try {
    return await measure();
  } finally {
    for (const busy of processes) busy.kill();
  }
}
