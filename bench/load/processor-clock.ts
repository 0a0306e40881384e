import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Milliseconds of processor time. */
export interface ProcessorTime {
  /** Of the server that was asked. */
  readonly node: number;
  /** Of all processes of PostgreSQL. */
  readonly postgres: number;
}

// Linux counts in hundredths of a second on every machine that Node runs on.
const MS_PER_TICK = 10;

/** Reads the processor time that processes have used so far, where the system tells it. */
export class ProcessorClock {
  constructor(private readonly database: pg.Pool) {}

  /** @returns null on systems without `/proc` */
  async read(pid: number): Promise<ProcessorTime | null> {
    if (!existsSync('/proc/self/stat')) return null;
    // Connections of a pool stay open for a round, so that none takes its time with it.
    const { rows } = await this.database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    const [node = 0, ...postgres] = await Promise.all([pid, ...rows.map((row) => row.pid)].map(usedBy));
    return { node, postgres: postgres.reduce((sum, used) => sum + used, 0) };
  }
}

/** Zero for a process that has ended. */
async function usedBy(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before them may hold spaces; utime and stime are fields 14 and 15, counted from 1.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
}
