import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { SendDatabase } from '../../platform/database/send-database.js';
import { type BucketShape, bucketFor, nextTokenInMs } from '../budget/bucket-shape.js';
import { type EndedSlots, HELD_MS, type TokenLane, type TokenLease, TokenStore } from '../budget/token-store.js';

// The times until which the tokens that this statement takes are held; empty for lanes that use tokens immediately.
const HOLD = `CASE WHEN $6::boolean THEN array_fill(now() + make_interval(secs => $7), ARRAY[granted]) ELSE '{}' END`;

// Tokens still held. All others were used, or their hold expired because their process died.
const HELD = `ARRAY(SELECT until FROM unnest(bucket.held_until) AS until WHERE until > now() ORDER BY until)`;

// The current number of tokens: at most the capacity minus the held ones. If the clock went backwards, nothing is
// added.
const LEVEL = `greatest(0, least($2::float8 - cardinality(held), bucket.tokens
                 + greatest(0, extract(epoch FROM now() - bucket.refilled_at))::float8 * $3::float8))`;

// A statement that waited for the lock has an earlier now() than the row. The later of the two is kept, because
// otherwise the time spent waiting would be refilled twice. If the clock was set back by more than a second, it is
// followed all the same, because the bucket would otherwise stay empty until the clock caught up.
const REFILLED_AT = `CASE WHEN bucket.refilled_at > now() + interval '1 second' THEN now()
                ELSE greatest(bucket.refilled_at, now()) END`;

// A single statement, so that a replica never holds the row lock across two round trips. `now()` is constant within it.
const LEASE = `
  INSERT INTO provider_budget AS bucket (name, tokens, last_grant, refilled_at, held_until)
  SELECT $1, $2::float8 - granted, granted, now(), ${HOLD}
  FROM (SELECT least($8::int, $5::int, floor($2::float8 - $4::float8)::int) AS granted) AS full_bucket
  ON CONFLICT (name) DO UPDATE SET (tokens, last_grant, refilled_at, held_until) = (
    SELECT level - granted, granted, ${REFILLED_AT}, held || ${HOLD}
    FROM (
      SELECT held, level,
             greatest(0, least($8::int, $5::int - cardinality(held), floor(level - $4::float8)::int)) AS granted
      FROM (SELECT held, ${LEVEL} AS level FROM (SELECT ${HELD} AS held) AS slots) AS refilled
    ) AS leased
  )
  RETURNING last_grant AS granted, tokens, cardinality(held_until) AS held`;

// Refills first, while the tokens still count as held, so that the token of a late request was not refilled already.
// Removes the oldest held tokens, because it does not matter which.
const END = `
  UPDATE provider_budget AS bucket
  SET (tokens, refilled_at, held_until) = (
    SELECT least($2::float8 - cardinality(held[$5::int + 1:]), ${LEVEL} + $4::float8), ${REFILLED_AT}, held[$5::int + 1:]
    FROM (SELECT ${HELD} AS held) AS slots
  )
  WHERE name = $1`;

// A single bucket: for the provider there is one sender, whatever merchant account a request is for.
const BUCKET_NAME = 'provider';

// For lanes that use their tokens immediately.
const NO_LIMIT = 2_147_483_647;

interface LeasedRow {
  readonly granted: number;
  readonly tokens: number;
  readonly held: number;
}

/**
 * Keeps the bucket as one PostgreSQL row and measures time by the database's clock. The arithmetic is in SQL, because
 * one statement refills the bucket, takes from it and locks the row.
 */
@Injectable()
export class PostgresTokenStore extends TokenStore {
  readonly #shape: BucketShape;

  constructor(
    @Inject(SendDatabase) private readonly database: Pick<SendDatabase, 'query'>,
    config: Config,
  ) {
    super();
    this.#shape = bucketFor(config.provider.requestsPerSecond);
  }

  async lease(lane: TokenLane, wanted: number): Promise<TokenLease> {
    const { capacity, refillPerSecond, keep, mostHeld } = this.#shape;
    const isHeld = lane === 'claims';
    const limits = [capacity, refillPerSecond, keep[lane], isHeld ? mostHeld : NO_LIMIT];
    const parameters = [BUCKET_NAME, ...limits, isHeld, HELD_MS / 1_000, wanted];
    const [row] = await this.database.query<LeasedRow[]>(LEASE, parameters);
    if (!row) throw new Error('The request budget returned no row');
    return { granted: row.granted, nextTokenInMs: nextTokenInMs(this.#shape, lane, row) };
  }

  giveBack(count: number): Promise<void> {
    return this.end({ unused: count, held: 0 });
  }

  endHeld({ used, unused }: EndedSlots): Promise<void> {
    return this.end({ unused, held: used + unused });
  }

  private async end({ unused, held }: { readonly unused: number; readonly held: number }): Promise<void> {
    const { capacity, refillPerSecond } = this.#shape;
    await this.database.query(END, [BUCKET_NAME, capacity, refillPerSecond, unused, held]);
  }
}
