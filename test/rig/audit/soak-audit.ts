import { readResidentMegabytes } from '../../../dev/processes/resident-memory.js';
import { type ListName, LISTS, type SeenRow } from '../callers/list-reader.js';
import type { QueriedDatabase } from '../stage/postgres/stage-database.js';
import type { RestartableProcess } from '../stage/restartable-process.js';
import { examine, type Finding } from './finding.js';

const SUBJECTS: Readonly<Record<ListName, string>> = { orders: 'ORDER', payouts: 'PAYOUT' };

/** Checks that each row was shown with its amount, and with a status that it had at some time. */
export async function checkSeenRows(postgres: QueriedDatabase, seen: readonly SeenRow[]): Promise<Finding> {
  const known = new Set<string>();
  for (const list of LISTS) {
    const rows = await postgres.query<{ id: string; status: string; amount: string }>(
      `SELECT list.id, list.amount::text AS amount, log.status
       FROM ${list} AS list JOIN (
         SELECT subject_id, to_status AS status FROM status_changes WHERE subject_type = $1
         UNION SELECT subject_id, from_status FROM status_changes WHERE subject_type = $1
       ) AS log ON log.subject_id = list.id`,
      [SUBJECTS[list]],
    );
    for (const { id, status, amount } of rows) known.add(textOf({ list, id, status, amount }));
  }
  return examine({ id: 'S2', holds: 'every row shown had that status and amount' }, seen, (row) => {
    const text = textOf(row);
    return known.has(text) ? null : `${text} was never so`;
  });
}

/** The column has more decimals than the currency, so they are cut off. */
function textOf({ list, id, status, amount }: SeenRow): string {
  return `${list} ${id} ${status} ${amount.replace(/\.?0+$/, '')}`;
}

const SAMPLED_EVERY_MS = 5_000;

// V8 grows its heap in steps, and the database is down at times. A leak of a kilobyte per request would exceed this.
const ALLOWED_GROWTH = 1.25;

/** The replicas' resident memory over time. */
export class MemorySamples {
  /** Samples in megabytes for each replica, oldest first. */
  readonly megabytes: number[][];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly replicas: readonly RestartableProcess[]) {
    this.megabytes = replicas.map(() => []);
  }

  begin(): void {
    this.#timer = setInterval(() => {
      for (const [index, { pid }] of this.replicas.entries()) {
        if (pid === undefined) continue;
        void readResidentMegabytes(pid).then(
          (megabytes) => this.megabytes[index]?.push(megabytes),
          () => undefined,
        );
      }
    }, SAMPLED_EVERY_MS);
  }

  end(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  /** Returns the median of each quarter of the time, for each replica. */
  quarters(): number[][] {
    return this.megabytes.map((samples) =>
      [0, 1, 2, 3].map((quarter) => {
        const part = samples.slice((samples.length * quarter) / 4, (samples.length * (quarter + 1)) / 4);
        return Math.round(part.toSorted((left, right) => left - right)[Math.floor(part.length / 2)] ?? 0);
      }),
    );
  }

  describe(): string[] {
    return this.quarters().map(
      (medians, index) => `Memory of replica ${index + 1} by quarters: ${medians.join(', ')} MB.`,
    );
  }
}

/** Compares the last quarter with the second, which begins after the warm-up. */
export function checkMemory(samples: MemorySamples): Finding {
  return examine({ id: 'S5', holds: 'memory does not grow' }, samples.quarters(), (medians) => {
    const [, second = 0, , last = 0] = medians;
    // Without samples nothing was checked.
    return last > 0 && last <= second * ALLOWED_GROWTH ? null : `from ${second} to ${last} MB`;
  });
}
