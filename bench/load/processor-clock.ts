import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Milliseconds of processor time. */
export interface ProcessorTime {
  /** Of the server that was asked. */
  readonly node: number;
  /** Of the processes of PostgreSQL that serve a connection: its own upkeep comes when it likes. */
  readonly postgres: number;
}

const NS_PER_MS = 1_000_000;

/** Reads the processor time that processes have used so far, where the system tells it. */
export class ProcessorClock {
  constructor(private readonly database: pg.Pool) {}

  /** @returns null on systems without `/proc` */
  async read(pid: number): Promise<ProcessorTime | null> {
    if ((await usedBy(process.pid)) === 0) return null;
    // Connections of a pool stay open for a round, so that none takes its time with it.
    const { rows } = await this.database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    const [node = 0, ...postgres] = await Promise.all([pid, ...rows.map((row) => row.pid)].map(usedBy));
    return { node, postgres: postgres.reduce((sum, used) => sum + used, 0) };
  }
}

/**
 * To the nanosecond, thread by thread; `/proc/<pid>/stat` counts in hundredths of a second, too coarse for a short round
 * of many connections. Zero for a process that has ended.
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
