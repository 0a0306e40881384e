import { readFile } from 'node:fs/promises';
import { signalProcess } from '../../../../dev/processes/process-liveness.js';

/** `kill -9` of a server and the processes it started, as when the machine loses power. */
export async function killWithChildren(pid: number): Promise<void> {
  // Stopped first, so that it neither starts others nor tells them to end in an orderly way.
  signalProcess(pid, 'SIGSTOP');
  for (const child of await childrenOf(pid)) signalProcess(child, 'SIGKILL');
  signalProcess(pid, 'SIGKILL');
}

/** Empty where the kernel does not tell: there they notice by themselves, a moment later, that their parent is gone. */
async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}
