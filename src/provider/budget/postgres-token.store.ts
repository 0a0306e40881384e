import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { type BucketShape, bucketFor, nextTokenInMs } from './bucket.shape.js';
import type { RequestLane } from './request.budget.js';
import { type TokenLease, TokenStore } from './token.store.js';

// What is there now: never more than the capacity, and nothing comes in while the clock runs backwards.
const LEVEL = `least($2::float8, bucket.tokens
    + greatest(0, extract(epoch FROM now() - bucket.refilled_at))::float8 * $3::float8)`;

const GRANT = `least($5::int, greatest(0, floor(${LEVEL} - $4::float8)::int))`;

// One statement, so that replicas queue on the row lock and never between two round trips. `now()` is one instant in
// all of it. A statement that waited for the lock carries an older instant than the row: the later one is kept, or the
// wait would be counted twice. Only a clock set back by more than a second is followed backwards, for otherwise the
// bucket would stay dry until the old time comes round again.
const LEASE = `
  INSERT INTO provider_budget AS bucket (name, tokens, last_grant, refilled_at)
  VALUES ($1, $2::float8 - least($5::int, floor($2::float8 - $4::float8)::int),
          least($5::int, floor($2::float8 - $4::float8)::int), now())
  ON CONFLICT (name) DO UPDATE SET
    tokens = ${LEVEL} - ${GRANT},
    last_grant = ${GRANT},
    refilled_at = CASE WHEN bucket.refilled_at > now() + interval '1 second' THEN now()
                       ELSE greatest(bucket.refilled_at, now()) END
  RETURNING last_grant AS granted, tokens`;

// The provider sees one sender whatever merchant account a request is for, so there is one bucket.
const BUCKET_NAME = 'provider';

interface LeasedRow {
  readonly granted: number;
  readonly tokens: number;
}

/** The bucket as one row of PostgreSQL, by the database's clock. */
@Injectable()
export class PostgresTokenStore extends TokenStore {
  readonly #shape: BucketShape;

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    super();
    this.#shape = bucketFor(config.provider.requestsPerSecond);
  }

  async lease(lane: RequestLane, wanted: number): Promise<TokenLease> {
    const { capacity, refillPerSecond, keep } = this.#shape;
    const parameters = [BUCKET_NAME, capacity, refillPerSecond, keep[lane], wanted];
    const [row] = await this.dataSource.query<LeasedRow[]>(LEASE, parameters);
    if (!row) throw new Error('The request budget returned no row');
    return { granted: row.granted, nextTokenInMs: nextTokenInMs(this.#shape, lane, row.tokens) };
  }

  async giveBack(count: number): Promise<void> {
    await this.dataSource.query('UPDATE provider_budget SET tokens = least($2::float8, tokens + $3) WHERE name = $1', [
      BUCKET_NAME,
      this.#shape.capacity,
      count,
    ]);
  }
}
