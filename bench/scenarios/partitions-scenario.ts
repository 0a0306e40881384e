import pg from 'pg';
import { makeKey } from '../../dev/start/operator-key.js';
import { median } from '../../test/rig/report/spread.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { CHANGES_OF_EACH, MONTHS, seedYear } from '../stage/partitions-seed.js';
import { APPROVER_API_KEY, BOOTSTRAP_API_KEY } from '../stage/purser-settings.js';
import { dividePast } from '../stage/shipped-partitions.js';

/** Median times of requests on the small table and on the large one, in milliseconds. */
export interface PartitionFigures {
  readonly rows: number;
  readonly medians: readonly { readonly title: string; readonly small: number; readonly large: number }[];
  /** Time to detach and drop one month of payouts with all their rows. */
  readonly dropMs: number;
  /** Whether the database refuses a second live attempt of a payout. */
  readonly isSecondRefused: boolean;
}

export const SMALL_YEAR = 100_000;

const WARM_UP = 20;

// The statements of `claimDueRows` for polls, and of `lockSendable`. Each run is rolled back.
const CLAIMS: Readonly<Record<string, string>> = {
  'claim of 50 due checks': `UPDATE payouts SET next_check_at = now() + make_interval(secs => 90) WHERE id IN (
    SELECT id FROM payouts WHERE next_check_at <= now() AND true ORDER BY next_check_at LIMIT 50 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
  'look for payouts to send': `SELECT * FROM payouts WHERE account_id = (SELECT id FROM accounts LIMIT 1)
    AND submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
    AND sealed_recipient IS NOT NULL AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 10
    FOR UPDATE SKIP LOCKED`,
};

interface Year {
  readonly purser: Contender;
  readonly pool: pg.Pool;
  readonly key: string;
  readonly requests: Readonly<Record<string, string>>;
}

/** Reads a year's payouts from monthly partitions, alternating between a hundred thousand rows and the given number. */
export async function measurePartitions(stage: Stage, rows: number, times: number): Promise<PartitionFigures> {
  await hurry(stage.database, true);
  const small = await openYear(stage, SMALL_YEAR);
  const large = await openYear(stage, rows);
  await hurry(stage.database, false);
  const titles = [...Object.keys(small.requests), ...Object.keys(CLAIMS)];
  const medians: { title: string; small: number; large: number }[] = [];
  for (const title of titles) {
    const taken = { small: [] as number[], large: [] as number[] };
    for (let turn = -WARM_UP; turn < times; turn += 1) {
      for (const [size, year] of Object.entries({ small, large })) {
        const spent = await timeOf(year, title);
        if (turn >= 0) taken[size as 'small' | 'large'].push(spent);
      }
    }
    medians.push({ title, small: median(taken.small), large: median(taken.large) });
  }
  const isSecondRefused = await refusesSecond(large.pool);
  for (const { purser } of [small, large]) await purser.stop();
  return { rows, medians, dropMs: await dropMonth(large.pool), isSecondRefused };
}

/** Turns durability off, so that the server writes as fast as it can, or on again. Only for generated data. */
async function hurry(server: pg.Pool, isHurried: boolean): Promise<void> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    autovacuum: 'off',
    max_wal_size: '16GB',
  };
  for (const [name, value] of Object.entries(settings)) {
    await server.query(isHurried ? `ALTER SYSTEM SET ${name} = '${value}'` : `ALTER SYSTEM RESET ${name}`);
  }
  await server.query('SELECT pg_reload_conf()');
  // Flushes dirty pages now, so that no checkpoint runs during a measurement.
  await server.query('CHECKPOINT');
}

async function openYear(stage: Stage, rows: number): Promise<Year> {
  const { url, pool } = await stage.createDatabase(`year_${rows}`);
  const begun = await stage.startPurser({ DATABASE_URL: url, PURSER_ROLES: 'api' });
  await begun.stop();
  // Removes the audit entries of this start: they have today's date, but the first partition must end long before.
  await pool.query(
    'SET session_replication_role = replica; TRUNCATE audit_entries; SET session_replication_role = origin',
  );
  // Divides the tables as if it were two months before the first payout, so that the partition for the past ends with
  // the month before the first payout.
  await dividePast(url, MONTHS + 1, rows * CHANGES_OF_EACH);
  await seedYear(pool, rows, (text) => {
    console.error(`${new Date().toISOString()} ${rows}: ${text}`);
  });
  const purser = await stage.startPurser({ DATABASE_URL: url, PURSER_ROLES: 'api' });
  const graphqlUrl = `${purser.url}/graphql`;
  const key = await makeKey({ graphqlUrl, bootstrapKey: BOOTSTRAP_API_KEY, approverKey: APPROVER_API_KEY }, 'VIEWER');
  const { rows: some } = await pool.query<{ id: string; provider_payout_id: string; external_id: string }>(
    `SELECT id, provider_payout_id, external_id FROM payouts WHERE external_id = $1`,
    [`withdrawal-${Math.floor(rows / 2)}`],
  );
  const [payout] = some;
  if (!payout) throw new Error('A payout that was made up is missing');
  const fields = '{ id externalId status amount currency createdAt }';
  const requests = {
    'newest 50 payouts': `payouts(first: 50) { nodes ${fields} pageInfo { hasNextPage } }`,
    'their attempts and timelines': `payouts(first: 50) { nodes { id attempts { id reason } timeline { to cause } } }`,
    'a payout by its id': `payout(id: "${payout.id}") ${fields}`,
    'search by id': `payouts(first: 50, filter: { anyId: "${payout.id}" }) { nodes ${fields} }`,
    'search for a whole id': `payouts(first: 50, filter: { search: "${payout.id}" }) { nodes ${fields} }`,
    'find by id': `find(text: "${payout.id}") { kind id title }`,
    'find by the id of the provider': `find(text: "${payout.provider_payout_id}") { kind id title }`,
    'find by external id': `find(text: "${payout.external_id}") { kind id title }`,
    'facets: statuses, sets': 'payoutFacets { statuses { key count isCapped } sets { key count isCapped } }',
    'facets: currencies, destinations':
      'payoutFacets { currencies { key count isCapped } destinations { key count isCapped } }',
    'newest 50 webhooks': 'webhookEvents(first: 50) { nodes { id state } }',
  };
  return { purser, pool, key, requests };
}

async function timeOf({ purser, pool, key, requests }: Year, title: string): Promise<number> {
  const claim = CLAIMS[title];
  if (claim === undefined) {
    const begunAt = performance.now();
    await ask(purser, key, requests[title] ?? '');
    return performance.now() - begunAt;
  }
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const begunAt = performance.now();
    await client.query({ name: title, text: claim });
    return performance.now() - begunAt;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function ask({ url }: Contender, key: string, request: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: `{ ${request} }` }),
  });
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(`A payout was not read: ${text.slice(0, 500)}`);
}

async function refusesSecond(pool: pg.Pool): Promise<boolean> {
  const refusal = await pool
    .query(
      `INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, claimed_at, deadline_at)
       SELECT gen_random_uuid(), payout_id, 2, 'CLAIMED', sha256('another'), now(), now() FROM payout_attempts
       ORDER BY claimed_at DESC OFFSET 1000 LIMIT 1`,
    )
    .then(
      () => null,
      (error: unknown) => error,
    );
  return refusal instanceof pg.DatabaseError && refusal.code === '23505';
}

async function dropMonth(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ suffix: string }>(
    `SELECT substr(relname, 9) AS suffix FROM pg_class JOIN pg_inherits ON inhrelid = oid
     WHERE inhparent = 'payouts'::regclass AND relname ~ '\\d$' ORDER BY relname LIMIT 1`,
  );
  const suffix = rows[0]?.suffix ?? '';
  const tables = ['payout_approvals', 'payout_evidence', 'payout_attempts', 'payouts', 'webhook_events'];
  const begunAt = performance.now();
  await pool.query('BEGIN');
  for (const table of tables) await pool.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${suffix}`);
  await pool.query('COMMIT');
  await pool.query(`DROP TABLE ${tables.map((table) => `${table}_${suffix}`).join(', ')}`);
  return performance.now() - begunAt;
}
