import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { BareSettings } from './bare.settings.js';
import {
  FIND_ACCOUNT,
  FIND_ORDER,
  FIND_OTHER_OWNER,
  INSERT_ORDER,
  LOCK_ORDER,
  LOG_CHANGE,
  NOTIFY,
  UPDATE_ORDER,
} from './order.statements.js';
import { ProviderBudget } from './provider.budget.js';
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
  readonly #budget: ProviderBudget;
  #announcing: Promise<unknown> | null = null;
  #announceAgain = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BareSettings,
  ) {
    this.#budget = new ProviderBudget(pool);
  }

  async create(text: string): Promise<string> {
    const { idempotencyKey, ...order } = newOrder.parse(JSON.parse(text));
    const id = newId();
    const { rows: accounts } = await this.pool.query<{ id: string }>(FIND_ACCOUNT);
    const accountId = accounts[0]?.id ?? '';

    await this.inTransaction((client) => insertIntent(client, { id, accountId, idempotencyKey, ...order }));
    await this.#budget.take();
    const created = await sendOrder(this.settings, { ...order, externalId: id });
    await this.inTransaction((client) => recordAnswer(client, id, created));

    const { rows } = await this.pool.query<{ status: string; payment_link: string }>(FIND_ORDER, [id]);
    return JSON.stringify({ id, status: rows[0]?.status, paymentLink: rows[0]?.payment_link });
  }

  private async inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      // Closing the connection rolls back.
      client.release(true);
      throw error;
    }
    client.release();
    this.announce();
  }

  /** As Purser: at most one NOTIFY under way, and what was committed meanwhile shares the next. */
  private announce(): void {
    if (this.#announcing) {
      this.#announceAgain = true;
      return;
    }
    this.#announcing = this.pool.query(NOTIFY).finally(() => {
      this.#announcing = null;
      if (this.#announceAgain) {
        this.#announceAgain = false;
        this.announce();
      }
    });
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
  await client.query(LOG_CHANGE, [id, null, 'SUBMITTING', 'API', '{}']);
}

async function recordAnswer(client: pg.PoolClient, id: string, created: CreatedOrder): Promise<void> {
  await client.query(LOCK_ORDER, [id]);
  await client.query(FIND_OTHER_OWNER, [created.id]);
  await client.query(UPDATE_ORDER, [
    ...[id, created.status, created.id, created.status, created.paymentLink],
    ...[null, null, created.currency, null, null, 0, FIRST_CHECK_SECONDS],
  ]);
  const evidence = JSON.stringify({ providerOrderId: created.id, providerStatus: created.status });
  await client.query(LOG_CHANGE, [id, 'SUBMITTING', created.status, 'PROVIDER_RESPONSE', evidence]);
}
