import type { Secrets } from '../../../dev/start/generated-secrets.js';
import type { PayoutRequest } from '../plans/payout-request.js';
import type { PostgresPair } from '../stage/postgres/postgres-pair.js';
import { hashOfToken } from '../stage/sandbox/provider-book.js';
import type { Acceptance, RecordedAttempt, StageAddresses, Subject } from './subject.js';

/**
 * The control experiment: a common queue with leases and retries, on the same database, provider and faults. It pays
 * twice. If the audit did not find that, the same audit of Purser would mean nothing.
 */
export class NaiveSubject implements Subject {
  readonly script = 'build/test/rig/subjects/naive-worker-process.js';

  constructor(private readonly parts: { readonly secrets: Secrets; readonly postgres: PostgresPair }) {}

  environment({ databaseUrl, providerUrl, providerToken, replicaPorts }: StageAddresses, replica: number) {
    return {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PROVIDER_BASE_URL: providerUrl,
      PROVIDER_API_TOKEN: providerToken,
      PORT: String(replicaPorts[replica]),
    };
  }

  async prepare(): Promise<void> {
    await this.parts.postgres.query(
      `CREATE TABLE naive_payouts (
         id text PRIMARY KEY,
         request jsonb NOT NULL,
         state text NOT NULL DEFAULT 'QUEUED',
         leased_until timestamptz NOT NULL DEFAULT now(),
         created_at timestamptz NOT NULL DEFAULT now(),
         provider_payout_id text
       )`,
    );
  }

  /** Does nothing, because this subject has no rules and keeps no balance. */
  async begin(): Promise<void> {}

  /** Writes into the queue directly. The key makes retries safe, so the queue itself does not cause double payments. */
  async ask(request: PayoutRequest): Promise<Acceptance> {
    const { idempotencyKey: id } = request;
    await this.parts.postgres.query(
      'INSERT INTO naive_payouts (id, request) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      [id, JSON.stringify(request)],
    );
    const [row] = await this.parts.postgres.query<{ state: string }>('SELECT state FROM naive_payouts WHERE id = $1', [
      id,
    ]);
    return { id, isWaiting: row?.state === 'QUEUED' };
  }

  /** Does nothing, because leases last only seconds and the run can wait for them. */
  passTime(): Promise<void> {
    return Promise.resolve();
  }

  overdue(): Promise<string[]> {
    return Promise.resolve([]);
  }

  async unsettled(): Promise<string[]> {
    const [row] = await this.parts.postgres.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM naive_payouts WHERE state = 'QUEUED'`,
    );
    return row?.count === 0 ? [] : [`${row?.count ?? 0} payouts in the queue`];
  }

  /** Reads attempts from the rows of the queue, because this subject does not record attempts. */
  async attempts(): Promise<RecordedAttempt[]> {
    const rows = await this.parts.postgres.query<{
      id: string;
      state: string;
      created_at: Date;
      provider_payout_id: string | null;
    }>('SELECT * FROM naive_payouts');
    return rows.map((row) => ({
      id: row.id,
      payoutId: row.id,
      tokenHash: hashOfToken(row.id),
      claimedAt: row.created_at,
      state: row.state,
      providerPayoutId: row.provider_payout_id,
    }));
  }
}
