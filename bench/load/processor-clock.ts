import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Milliseconds of processor time. */
export interface ProcessorTime {
  /** Time of the measured server. */
  readonly node: number;
  /** Time of PostgreSQL's client backends. Its maintenance runs at arbitrary times and is excluded. */
  readonly postgres: number;
}

const NS_PER_MS = 1_000_000;

/** Reads the processor time that processes have used so far, if the system reports it. */
export class ProcessorClock {
  constructor(private readonly database: pg.Pool) {}

  /** @returns null on systems without `/proc` */
  async read(pid: number): Promise<ProcessorTime | null> {
    if ((await usedBy(process.pid)) === 0) return null;
    // A pool's connections stay open for a round, so no backend exits with its time uncounted.
    const { rows } = await this.database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    const [node = 0, ...postgres] = await Promise.all([pid, ...rows.map((row) => row.pid)].map(usedBy));
    return { node, postgres: postgres.reduce((sum, used) => sum + used, 0) };
  }
}

/**
 * Reads nanoseconds per thread. `/proc/<pid>/stat` counts hundredths of a second, which is too coarse for a short round
 * over many connections. Returns zero for a process that has exited.
 */
async function usedBy(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const used = await Promise.all(
    threads.map(async (thread) => {
      const [nanoseconds = ''] = (
        await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
      ).split(' ');
      return Number(nanoseconds) / NS_PER_MS;
    }),
  );
  return used.reduce((sum, milliseconds) => sum + milliseconds, 0);
}
