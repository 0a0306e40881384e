import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Walks through 32 MB as long as its parent lives, like other programs that use the processor caches.
const WORK = `
  const memory = new Float64Array(4e6);
  for (let at = 0; process.ppid === ${process.pid}; ) {
    for (let step = 0; step < 1e6; step += 1, at = (at + 4099) % 4e6) memory[at] += 1;
  }`;

/**
 * Keeps every core busy during a measurement. A process that waits for a core loses its cache lines, and Purser, being
 * larger, loses more: on a busy machine its page of orders costs a fifth more against the bare server. This makes idle
 * machines comparable with busy ones.
 */
export async function besideBusyProcesses<Result>(measure: () => Promise<Result>): Promise<Result> {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', WORK], { stdio: 'ignore' }),
  );
  try {
    return await measure();
  } finally {
    for (const busy of processes) busy.kill();
  }
}
