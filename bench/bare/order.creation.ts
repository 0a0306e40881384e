import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { FIND_FIRST_ACCOUNT } from './account.statements.js';
import type { BareSettings } from './bare.settings.js';
import { logChange, type LoggedTransactions } from './logged.transactions.js';
import { FIND_ORDER, FIND_OTHER_OWNER, INSERT_ORDER, LOCK_ORDER, UPDATE_ORDER } from './order.statements.js';
import type { ProviderBudget } from './provider.budget.js';
import { type CreatedOrder, sendOrder } from './provider.call.js';

const newOrder = z.object({
  idempotencyKey: z.string(),
  amount: z.string(),
  currency: z.string(),
  purpose: z.string(),
  successUrl: z.string(),
  failUrl: z.string(),
});

type NewOrder = z.infer<typeof newOrder>;

// What Purser computes with six HMACs; here only its place in the row is taken.
const FINGERPRINT = JSON.stringify(
  Object.fromEntries(
    ['method', 'amount', 'currency', 'purpose', 'successUrl', 'failUrl'].map((field) => [field, 'AAAAAAAAAAAAAAAA']),
  ),
);

// As Purser: the provider's time-out of 15 s and a margin of 30 s, then 15 s until the first check.
const DEADLINE_SECONDS = 45;
const FIRST_CHECK_SECONDS = 15;

/** Creates orders with the statements and transactions that Purser creates them with. */
export class OrderCreation {
  constructor(
    private readonly pool: pg.Pool,
    private readonly transactions: LoggedTransactions,
    private readonly budget: ProviderBudget,
    private readonly settings: BareSettings,
  ) {}

  async create(text: string): Promise<string> {
    const { idempotencyKey, ...order } = newOrder.parse(JSON.parse(text));
    const id = newId();
    const { rows: accounts } = await this.pool.query<{ id: string }>(FIND_FIRST_ACCOUNT);
    const accountId = accounts[0]?.id ?? '';

    await this.transactions.run((client) => insertIntent(client, { id, accountId, idempotencyKey, ...order }));
    await this.budget.take();
    const created = await sendOrder(this.settings, { ...order, externalId: id });
    await this.transactions.run((client) => recordAnswer(client, id, created));

    const { rows } = await this.pool.query<{ status: string; payment_link: string }>(FIND_ORDER, [id]);
    return JSON.stringify({ id, status: rows[0]?.status, paymentLink: rows[0]?.payment_link });
  }
}

async function insertIntent(
  client: pg.PoolClient,
  intent: NewOrder & { readonly id: string; readonly accountId: string },
): Promise<void> {
  const { id, accountId, idempotencyKey, amount, currency, purpose, successUrl, failUrl } = intent;
  await client.query(INSERT_ORDER, [
    ...[id, accountId, idempotencyKey, FINGERPRINT, id, amount, currency, purpose, successUrl, failUrl],
    DEADLINE_SECONDS,
  ]);
  await logChange(client, { type: 'ORDER', id, from: null, to: 'SUBMITTING', cause: 'API', evidence: {} });
}

async function recordAnswer(client: pg.PoolClient, id: string, created: CreatedOrder): Promise<void> {
  await client.query(LOCK_ORDER, [id]);
  await client.query(FIND_OTHER_OWNER, [created.id]);
  await client.query(UPDATE_ORDER, [
    ...[id, created.status, created.id, created.status, created.paymentLink],
    ...[null, null, created.currency, null, null, 0, FIRST_CHECK_SECONDS],
  ]);
  await logChange(client, {
    type: 'ORDER',
    id,
    from: 'SUBMITTING',
    to: created.status,
    cause: 'PROVIDER_RESPONSE',
    evidence: { providerOrderId: created.id, providerStatus: created.status },
  });
}
