import type pg from 'pg';
import { decode } from '../recording/recorded-request.js';
import type { RequestScript, ScriptedStatement } from '../recording/request-script.js';

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

/** The first 50 orders, to the byte what Purser answers under `data.orders`. */
export class OrdersList {
  readonly #query: pg.QueryConfig;

  /** @throws Error when Purser did more than one statement for its page */
  constructor(
    private readonly pool: pg.Pool,
    script: RequestScript | undefined,
  ) {
    const statements = (script?.steps ?? []).filter((step): step is ScriptedStatement => step.kind === 'statement');
    const [statement] = statements;
    if (!statement || statements.length > 1) throw new Error(`A page of orders took ${statements.length} statements`);
    const values = statement.values.map((source) => (source.from === 'constant' ? decode(source.value) : null));
    this.#query = { text: statement.text, values, ...(statement.name !== null && { name: statement.name }) };
  }

  async read(): Promise<string> {
    const { rows } = await this.pool.query<OrderRow>(this.#query);
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
