import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Milliseconds of processor time. */
export interface ProcessorTime {
  /** Time of the measured server. */
  readonly node: number;
  /** Time of PostgreSQL's client backends. Excludes its maintenance processes, which run at arbitrary times. */
  readonly postgres: number;
}

const NS_PER_MS = 1_000_000;

/** Reads the processor time that processes have used so far, if the system reports it. */
export class ProcessorClock {
  // Keeps the time of backends that have exited: a pool closes connections that are unused for 10 s.
  readonly #backends = new Map<number, number>();

  constructor(private readonly database: pg.Pool) {}

  /** @returns null on systems without `/proc` */
  async read(pid: number): Promise<ProcessorTime | null> {
    if ((await usedBy(process.pid)) === 0) return null;
    const { rows } = await this.database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    for (const row of rows) {
      // The time is zero if the backend has just exited.
      const used = await usedBy(row.pid);
      if (used > 0) this.#backends.set(row.pid, used);
    }
    return { node: await usedBy(pid), postgres: [...this.#backends.values()].reduce((sum, used) => sum + used, 0) };
  }
}

/**
 * Returns a process's time in milliseconds, or zero if it has exited. Adds up the nanoseconds of each thread, because
 * `/proc/<pid>/stat` counts hundredths of a second, which is too coarse for a short round over many connections.
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
