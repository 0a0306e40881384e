import type pg from 'pg';

const PAGE_SIZE = 50;

const FINAL = new Set(['PAID', 'DECLINED', 'CANCELED', 'EXPIRED']);

interface OrderRow {
  readonly id: string;
  readonly externalId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly purpose: string | null;
  readonly paymentLink: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

// Handwritten for exactly these columns, and for amounts in euros.
const STATEMENT = {
  name: 'orders',
  text: `SELECT id, external_id AS "externalId", status, round(amount, 2) AS amount, currency, purpose, payment_link AS "paymentLink",
    created_at AS "createdAt", updated_at AS "updatedAt"
    FROM orders ORDER BY created_at DESC, id DESC LIMIT $1`,
  values: [PAGE_SIZE + 1],
};

/** Returns the first 50 orders, byte for byte like Purser's `data.orders`. */
export class OrdersList {
  constructor(private readonly pool: pg.Pool) {}

  async read(): Promise<string> {
    const { rows } = await this.pool.query<OrderRow>(STATEMENT);
    const edges = rows.slice(0, PAGE_SIZE).map((row) => ({ cursor: cursorOf(row), node: nodeOf(row) }));
    const endCursor = edges.at(-1)?.cursor ?? null;
    return JSON.stringify({ edges, pageInfo: { hasNextPage: rows.length > PAGE_SIZE, endCursor } });
  }
}

function cursorOf(row: OrderRow): string {
  const place = [1, 'CREATED_AT_DESC', row.createdAt.toISOString(), row.id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function nodeOf(row: OrderRow): Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    externalId: row.externalId,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    purpose: row.purpose,
    paymentLink: row.paymentLink,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    isFinal: FINAL.has(row.status),
  };
}
