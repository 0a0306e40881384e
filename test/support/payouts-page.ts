import { randomBytes, randomUUID } from 'node:crypto';
import type { GraphqlClient } from './graphql-client.js';
import type { TestDatabase } from './test-database.js';

export interface PayoutRow {
  readonly id: string;
  readonly externalId: string;
  readonly status: string;
  readonly destination: string;
  readonly paymentType: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
  /** Time of the provider's acceptance; null if the provider did not accept the payout. */
  readonly acceptedAt: string | null;
  readonly correctedAt: string | null;
  readonly problem: string | null;
  readonly finding: string | null;
  readonly note: string | null;
  /** The limit that blocks the payout; null if none does. */
  readonly blockedBy: string | null;
  /** Why the payout requires an approval; null if it requires none. */
  readonly approvalReason: string | null;
  readonly providerPayoutId: string | null;
}

export interface PayoutsPage {
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: {
      readonly id: string;
      readonly externalId: string;
      readonly amount: string;
      readonly createdAt: string;
      readonly updatedAt: string;
    };
  }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

export type Paging = Readonly<Record<string, unknown>>;

export const PAYOUTS_QUERY = `query ($filter: PayoutFilter, $sort: PayoutSort, $first: Int, $after: String, $last: Int,
  $before: String) {
  payouts(filter: $filter, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id externalId amount createdAt updatedAt } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`;

// More pages than any list of a test has. Without a limit, a cursor that does not advance would never end.
const MAX_PAGES = 100;

/** Purser's own statuses. All others come from the provider, which then has the payout. */
const BEFORE_ACCEPTANCE = ['AWAITING_APPROVAL', 'APPROVED', 'UNCONFIRMED', 'REJECTED', 'WITHDRAWN', 'CLOSED'];

/** Builds a row of a payout that was completed immediately, with overrides. */
export function payoutRow(externalId: string, overrides: Partial<PayoutRow> = {}): PayoutRow {
  const { status = 'COMPLETED', createdAt = new Date().toISOString() } = overrides;
  const isAccepted = !BEFORE_ACCEPTANCE.includes(status);
  return {
    id: randomUUID(),
    externalId,
    status,
    destination: 'west-africa',
    paymentType: 'SIM',
    amount: '1000',
    currency: 'XOF',
    createdAt,
    acceptedAt: isAccepted ? createdAt : null,
    correctedAt: null,
    problem: null,
    finding: null,
    note: null,
    blockedBy: null,
    approvalReason: null,
    providerPayoutId: isAccepted ? randomUUID() : null,
    ...overrides,
  };
}

/** Inserts this many similar payouts into the table, all of which were refused immediately. */
export async function insertManyPayouts(
  database: TestDatabase,
  accountId: string,
  { externalId, count }: { externalId: string; count: number },
): Promise<void> {
  await database.query(
    `INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount,
       currency, payment_type, sealed_recipient, masked_requisites, recipient_hash, requisites_hash, content_hash,
       submission_state, created_by)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), '{}', $2, 'west-africa', 5, 'XOF', 'SIM', '', '***', $3, $3, $3,
       'REJECTED', $1 FROM generate_series(1, $4)`,
    [accountId, externalId, randomBytes(32), count],
  );
}

/** Inserts payouts into the table as if they had been created. Payouts created later were updated longer ago. */
export async function insertPayouts(
  database: TestDatabase,
  accountId: string,
  rows: readonly PayoutRow[],
): Promise<void> {
  for (const row of rows) {
    const isAccepted = row.providerPayoutId !== null;
    await database.query(
      `INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount,
         currency, payment_type, sealed_recipient, masked_requisites, recipient_hash, requisites_hash, content_hash,
         submission_state, provider_status, provider_state, provider_payout_id, problem, finding, next_attempt_at,
         next_check_at, created_by, accepted_at, corrected_at, created_at, updated_at, note, blocked_by,
         approval_reason)
       VALUES ($1::uuid, $2, $1::text, '{}', $3, $4, $5, $6, $7, '', '***', $8, $8, $8, $9, $10, $10, $11, $12, $13,
         CASE WHEN $9 = 'APPROVED' THEN now() + interval '1 day' END,
         CASE WHEN $9 = 'ACCEPTED' THEN now() + interval '1 day' END,
         $2, $14, $15, $16, '2027-01-01'::timestamptz + ('2027-01-01'::timestamptz - $16::timestamptz), $17, $18, $19)`,
      [
        row.id,
        accountId,
        row.externalId,
        row.destination,
        row.amount,
        row.currency,
        row.paymentType,
        randomBytes(32),
        isAccepted ? 'ACCEPTED' : row.status,
        isAccepted ? row.status : null,
        row.providerPayoutId,
        row.problem,
        row.finding,
        row.acceptedAt,
        row.correctedAt,
        row.createdAt,
        row.note,
        row.blockedBy,
        row.approvalReason,
      ],
    );
  }
}

export async function listPayouts(api: GraphqlClient, variables: Paging): Promise<PayoutsPage> {
  return (await api.request<{ payouts: PayoutsPage }>(PAYOUTS_QUERY, variables)).payouts;
}

/** Reads every page from one end of the list to the other, and returns the pages in that order. */
export async function walkPayouts(
  api: GraphqlClient,
  walk: {
    readonly filter?: Paging;
    readonly sort: Paging;
    readonly size: number;
    readonly way: 'forward' | 'backward';
    readonly betweenPages?: () => Promise<void>;
  },
): Promise<PayoutsPage[]> {
  const { filter, sort, size, way, betweenPages } = walk;
  const pages: PayoutsPage[] = [];
  for (let cursor: string | null = null; ;) {
    const paging: Paging = way === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const page = await listPayouts(api, { filter, sort, ...paging });
    pages.push(page);
    if (pages.length > MAX_PAGES) throw new Error('The list has no end');
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (!(way === 'forward' ? hasNextPage : hasPreviousPage)) return pages;
    cursor = way === 'forward' ? endCursor : startCursor;
    await betweenPages?.();
  }
}

export const removePayouts = ({ query }: TestDatabase, externalIds: readonly string[]): Promise<unknown> =>
  query('DELETE FROM payouts WHERE external_id = ANY($1)', [externalIds]);
