import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

// Pause between two statements of a caller. In each second of a migration, callers send several hundred statements.
const PAUSE_MS = 5;

// How long a report keeps its transaction open, and the pause between two reports.
const REPORT_MS = 3_000;
const REPORT_PAUSE_MS = 2_000;

const STATEMENTS = [
  'SELECT status FROM payouts WHERE id = $1',
  'UPDATE payouts SET updated_at = updated_at WHERE id = $1',
  'SELECT state FROM payout_attempts WHERE payout_id = $1',
  `INSERT INTO status_changes (subject_type, subject_id, to_status, cause) VALUES ('PAYOUT', $1, 'APPROVED', 'API')`,
];

/**
 * Reads and writes large tables like callers, while a report keeps them open in long transactions. Measures the longest
 * wait.
 */
export class BusyTables {
  /** The time that the slowest statement took. */
  longestMs = 0;
  statements = 0;
  #isWanted = true;
  readonly #work: Promise<unknown>;

  constructor(
    private readonly url: string,
    private readonly payoutIds: readonly string[],
  ) {
    this.#work = Promise.all([...STATEMENTS.map((sql) => this.repeat(sql)), this.report()]);
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#work;
  }

  private async repeat(sql: string): Promise<void> {
    const client = await this.connect();
    for (let turn = 0; this.#isWanted; turn += 1) {
      const startedAt = performance.now();
      await client.query(sql, [this.payoutIds[turn % this.payoutIds.length]]);
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
      this.statements += 1;
      await delay(PAUSE_MS);
    }
    await client.end();
  }

  private async report(): Promise<void> {
    const client = await this.connect();
    while (this.#isWanted) {
      await client.query('BEGIN; SELECT FROM payouts, orders, status_changes LIMIT 1');
      await delay(REPORT_MS);
      await client.query('COMMIT');
      await delay(REPORT_PAUSE_MS);
    }
    await client.end();
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    return client;
  }
}
