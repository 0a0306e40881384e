import type pg from 'pg';

const LOG_CHANGE = `
  INSERT INTO status_changes (subject_type, subject_id, from_status, to_status, cause, evidence)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/** On a channel of its own: Purser listens to its own one, and would work during the bare server's rounds. */
const NOTIFY = 'NOTIFY bench_status_changes';

export interface LoggedChange {
  readonly type: 'ORDER' | 'PAYOUT';
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
  readonly cause: 'API' | 'PROVIDER_RESPONSE';
  readonly evidence: Readonly<Record<string, string>>;
}

/** Transactions that write to the log of status changes, after which its readers are woken as Purser wakes them. */
export class LoggedTransactions {
  #announcing: Promise<unknown> | null = null;
  #announceAgain = false;

  constructor(private readonly pool: pg.Pool) {}

  async run(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      // Closing the connection rolls back.
      client.release(true);
      throw error;
    }
    client.release();
    this.announce();
  }

  /** As Purser: at most one NOTIFY under way, and what was committed meanwhile shares the next. */
  private announce(): void {
    if (this.#announcing) {
      this.#announceAgain = true;
      return;
    }
    this.#announcing = this.pool.query(NOTIFY).finally(() => {
      this.#announcing = null;
      if (this.#announceAgain) {
        this.#announceAgain = false;
        this.announce();
      }
    });
  }
}

export async function logChange(client: pg.PoolClient, change: LoggedChange): Promise<void> {
  const { type, id, from, to, cause, evidence } = change;
  await client.query(LOG_CHANGE, [type, id, from, to, cause, JSON.stringify(evidence)]);
}
