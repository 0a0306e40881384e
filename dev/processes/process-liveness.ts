import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isSystemError } from './system-error-code.js';

const execute = promisify(execFile);

/** Whether a process with this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

/** Sends a signal to a process that may be gone already; says whether it was still there. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ESRCH')) return false;
    throw error;
  }
}

/**
 * The command line a process was started with, its arguments separated by spaces. Empty when there is no such process,
 * or only a zombie of it. A process id alone proves nothing: the system hands ids out again.
 */
export async function readCommandLine(pid: number): Promise<string> {
  if (!isProcessAlive(pid)) return '';
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    }
    return (await execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}
