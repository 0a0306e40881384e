import type pg from 'pg';

// The columns that Purser selects for its list. No parameters and no name on either side, so both parse and plan
// it each time.
const SELECT = `
  SELECT id, account_id, external_id, method, status, amount, currency, purpose, success_url, fail_url,
    masked_card_number, card_brand, retry_of, provider_order_id, provider_status, payment_link, commission, received,
    problem, paid_at, next_check_at, created_at, updated_at
  FROM orders ORDER BY created_at DESC, id DESC LIMIT 51`;

const PAGE_SIZE = 50;

const FINAL = new Set(['PAID', 'DECLINED', 'CANCELED', 'EXPIRED']);

interface OrderRow {
  readonly id: string;
  readonly external_id: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly purpose: string | null;
  readonly payment_link: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The first 50 orders, to the byte what Purser answers under `data.orders`. */
export async function listOrders(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<OrderRow>(SELECT);
  const edges = rows.slice(0, PAGE_SIZE).map((row) => ({ cursor: cursorOf(row), node: nodeOf(row) }));
  const endCursor = edges.at(-1)?.cursor ?? null;
  return JSON.stringify({ edges, pageInfo: { hasNextPage: rows.length > PAGE_SIZE, endCursor } });
}

function cursorOf(row: OrderRow): string {
  const place = [1, 'CREATED_AT_DESC', row.created_at.toISOString(), row.id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function nodeOf(row: OrderRow): Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    externalId: row.external_id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    purpose: row.purpose,
    paymentLink: row.payment_link,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isFinal: FINAL.has(row.status),
  };
}
