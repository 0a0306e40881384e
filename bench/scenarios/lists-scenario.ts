import { makeKey } from '../../dev/start/operator-key.js';
import { median } from '../../test/rig/report/spread.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import { seedOrders } from '../stage/orders-seed.js';
import { seedPayouts } from '../stage/payouts-seed.js';
import { APPROVER_API_KEY, BOOTSTRAP_API_KEY } from '../stage/purser-settings.js';

/** Median time of one page in milliseconds, by the number of rows. */
export interface ListFigures {
  readonly title: string;
  readonly medians: ReadonlyMap<number, number>;
  /** How many times as long a page may take on a table with a hundred times as many rows. */
  readonly growthTarget: number;
}

const LIST_GROWTH_TARGET = 1.5;

// Purser stops counting a value at 10,000 rows. In the small table every value has fewer rows; in the large table three
// values reach this limit.
const COUNTS_GROWTH_TARGET = 4;

const SMALL = 10_000;
const LARGE = 1_000_000;

// Enough for V8 to compile the hot code and for PostgreSQL to plan the repeated statements.
const WARM_UP = 50;

/**
 * Pages of 50, or single objects, by title. `$after` is a cursor in the middle of the table; other variables are ids
 * from there.
 */
const PAGES: Readonly<Record<string, string>> = {
  'newest orders': 'orders(first: 50) { edges { cursor node { ...O } } pageInfo { hasNextPage } }',
  'orders behind a cursor':
    'orders(first: 50, after: $after) { edges { cursor node { ...O } } pageInfo { endCursor } }',
  'orders by amount': 'orders(first: 50, sort: { field: AMOUNT, direction: DESC }) { nodes { ...O } }',
  'pending orders of an amount and more':
    'orders(first: 50, filter: { statuses: [PENDING], amountFrom: "250" }) { nodes { ...O } }',
  'a search for an order': 'orders(first: 50, filter: { search: "shop-4242-" }) { nodes { ...O } }',
  'orders, counted': 'orders(first: 50) { nodes { ...O } totalCount isTotalCountCapped }',
  'orders with their timelines': 'orders(first: 50) { nodes { ...O account { name } timeline { to cause } } }',
  'newest payouts': 'payouts(first: 50) { nodes { ...P } }',
  'payouts with attempts and evidence':
    'payouts(first: 50) { nodes { ...P attempts { id number reason } evidence { kind } timeline { to } } }',
  'an order by its id': 'order(id: $order) { ...O timeline { to cause } }',
  'a payout by its id': 'payout(id: $payout) { ...P timeline { to cause } }',
  'a webhook by its id': 'webhookEvent(id: $webhook) { id state source }',
  'names of actors': 'actors(ids: [$actor]) { id kind name }',
};

const MONTH = `from: "${new Date(Date.now() - 30 * 86_400_000).toISOString()}", to: "${new Date().toISOString()}", bucket: DAY`;

const FACETS = 'statuses { key count isCapped } currencies { key count isCapped }';

const COUNTS: Readonly<Record<string, string>> = {
  'orders counted by status, method and currency': `orderFacets { ${FACETS} methods { key count isCapped } }`,
  'payouts counted by status, set and currency': `payoutFacets { ${FACETS} sets { key count isCapped } }`,
  'what waits for a caller, counted': 'payouts(first: 50, filter: { waitsForMe: true }) { totalCount }',
  'orders of a month by the day': `orderSeries(input: { ${MONTH} }) { start method created paid paidAmount }`,
  'payouts of a month by the day': `payoutSeries(input: { ${MONTH} }) { start status count p95SecondsToFinal }`,
  'ends of a month by the day': `webhookSeries(input: { ${MONTH} }) { start endsByWebhook endsByPoll givenUp p95DelaySeconds }`,
  'a balance of a month by the day': `balanceSeries(input: { ${MONTH}, accountId: $account, currency: "BRL" }) { at available }`,
  'found by an external id': 'find(text: "withdrawal-4242") { kind id title status matched }',
};

const FRAGMENTS = `
  fragment O on Order { id externalId status amount currency createdAt }
  fragment P on Payout { id externalId status amount currency createdAt }`;

// One webhook per payout, of which every thousandth failed. The balance moves every hour.
const OF_PAYOUTS = `
  INSERT INTO webhook_events (id, source, body_sha256, body_bytes, body_purged_at, signature_state, state,
    provider_object_id, subject_id, account_id, first_received_at, last_received_at, processed_at,
    next_try_at)
  SELECT uuidv7(created_at - now()), 'PAYOUTS', sha256(id::text::bytea), 300, now(), 'valid',
    CASE WHEN row_number() OVER () % 1000 = 0 THEN 'FAILED' ELSE 'PROCESSED' END, provider_payout_id, id, account_id,
    created_at, created_at, now(), NULL
  FROM payouts;
  INSERT INTO end_rollups (subject_type, hour, account_id, destination, currency, learned_by, delay_bucket, count)
  SELECT 'PAYOUT', date_trunc('hour', created_at), account_id, destination, currency, 'WEBHOOK', 3, count(*)
  FROM payouts GROUP BY 2, 3, 4, 5;
  INSERT INTO ledger_balance_hours (account_id, currency, hour, available, reserved)
  SELECT account_id, 'BRL', date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1000 + n, n
  FROM (SELECT account_id, count(*)::int / 100 AS hours FROM payouts GROUP BY 1) AS account,
    generate_series(0, hours) AS n`;

const IDS = `
  SELECT created_at AS at, id AS order, account_id AS account FROM orders ORDER BY created_at OFFSET $1 LIMIT 1`;
const IDS_OF_PAYOUT = `
  SELECT id AS payout, created_by AS actor, (SELECT id FROM webhook_events WHERE subject_id = payouts.id) AS webhook
  FROM payouts ORDER BY created_at OFFSET $1 LIMIT 1`;

interface Table {
  readonly rows: number;
  readonly purser: Contender;
  readonly key: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads pages of lists, alternating between two tables. */
export async function measureLists(stage: Stage, times: number): Promise<readonly ListFigures[]> {
  const tables = [await openTable(stage, SMALL), await openTable(stage, LARGE)];
  const figures: ListFigures[] = [];
  const asked = [
    ...Object.entries(PAGES).map(([title, page]) => ({ title, page, growthTarget: LIST_GROWTH_TARGET })),
    ...Object.entries(COUNTS).map(([title, page]) => ({ title, page, growthTarget: COUNTS_GROWTH_TARGET })),
  ];
  for (const { title, page, growthTarget } of asked) {
    const taken = new Map(tables.map(({ rows }) => [rows, [] as number[]]));
    for (let turn = -WARM_UP; turn < times; turn += 1) {
      for (const table of tables) {
        const begunAt = performance.now();
        await ask(table, page);
        if (turn >= 0) taken.get(table.rows)?.push(performance.now() - begunAt);
      }
    }
    figures.push({ title, growthTarget, medians: new Map([...taken].map(([rows, all]) => [rows, median(all)])) });
  }
  for (const { purser } of tables) await purser.stop();
  return figures;
}

async function openTable(stage: Stage, rows: number): Promise<Table> {
  const { url, pool } = await stage.createDatabase(`lists_${rows}`);
  // No worker, because a worker would count the seeded rows.
  const purser = await stage.startPurser({ DATABASE_URL: url, PURSER_ROLES: 'api' });
  await seedOrders(pool, rows);
  await seedPayouts(pool, rows);
  await pool.query(
    `INSERT INTO status_changes (subject_type, subject_id, to_status, cause) SELECT 'ORDER', id, 'CREATED', 'API' FROM orders
     UNION ALL SELECT 'PAYOUT', id, 'CREATED', 'API' FROM payouts`,
  );
  await pool.query(
    `INSERT INTO status_rollups (subject_type, hour, account_id, destination, currency, status, seconds_bucket, count, amount)
     SELECT 'ORDER', date_trunc('hour', created_at), account_id, method, currency, status, 0, count(*), sum(amount)
     FROM orders GROUP BY 2, 3, 4, 5, 6
     UNION ALL SELECT 'PAYOUT', date_trunc('hour', created_at), account_id, destination, currency, provider_state, 0,
       count(*), sum(amount) FROM payouts GROUP BY 2, 3, 4, 5, 6`,
  );
  await pool.query(OF_PAYOUTS);
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
  const graphqlUrl = `${purser.url}/graphql`;
  const key = await makeKey({ graphqlUrl, bootstrapKey: BOOTSTRAP_API_KEY, approverKey: APPROVER_API_KEY }, 'VIEWER');
  const [middle] = (await pool.query<Record<string, string> & { at: Date }>(IDS, [rows / 2])).rows;
  const [payout] = (await pool.query<Record<string, string>>(IDS_OF_PAYOUT, [rows / 2])).rows;
  if (!middle || !payout) throw new Error('The tables are empty');
  const { at, ...ids } = middle;
  const table = { rows, purser, key, variables: { ...ids, ...payout } };
  const filter = `filter: { createdTo: "${at.toISOString()}" }`;
  const answer = await ask(table, `orders(first: 1, ${filter}) { pageInfo { endCursor } }`);
  const [, after = ''] = /"endCursor":"([^"]+)"/.exec(answer) ?? [];
  return { ...table, variables: { ...table.variables, after } };
}

async function ask({ purser, key, variables }: Table, page: string): Promise<string> {
  const fragments = FRAGMENTS.split('\n').filter((line) =>
    page.includes(`...${/fragment (\w)/.exec(line)?.[1] ?? '-'}`),
  );
  const used = Object.keys(variables).filter((name) => page.includes(`$${name}`));
  const declared = used.map((name) => `$${name}: ${name === 'after' ? 'String' : 'ID!'}`);
  const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query';
  const response = await fetch(`${purser.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: `${head} { ${page} } ${fragments.join(' ')}`, variables }),
  });
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(`A page was not read: ${text.slice(0, 500)}`);
  return text;
}
