import { readFile } from 'node:fs/promises';
import { signalProcess } from '../../../../dev/processes/process-liveness.js';

/** Kills a server and its child processes with `kill -9`, as if the machine had lost power. */
export async function killWithChildren(pid: number): Promise<void> {
  // The server is frozen first, so that it neither starts children nor ends them gracefully.
  signalProcess(pid, 'SIGSTOP');
  for (const child of await childrenOf(pid)) signalProcess(child, 'SIGKILL');
  signalProcess(pid, 'SIGKILL');
}

/**
 * Returns an empty list if the kernel does not report children. They notice a moment later that their parent is gone.
 */
async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}
