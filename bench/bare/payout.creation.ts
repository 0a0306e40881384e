import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { FIND_ACCOUNT, FIND_FIRST_ACCOUNT } from './account.statements.js';
import type { BareSettings } from './bare.settings.js';
import type { LoggedTransactions } from './logged.transactions.js';
import { FIND_PAYOUT } from './payout.statements.js';
import { claim, insertApproved, recordAnswer } from './payout.transactions.js';
import type { ProviderBudget } from './provider.budget.js';
import { sendPayout } from './provider.call.js';

const newPayout = z.object({
  idempotencyKey: z.string(),
  amount: z.string(),
  currency: z.string(),
  paymentType: z.string(),
  serviceId: z.number(),
  recipient: z.object({ name: z.string(), requisites: z.string(), userId: z.string() }),
});

/** Creates payouts with the statements and transactions that Purser creates them with. */
export class PayoutCreation {
  #lastAttemptId: string | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly transactions: LoggedTransactions,
    private readonly budget: ProviderBudget,
    private readonly settings: BareSettings,
  ) {}

  async create(text: string): Promise<string> {
    const request = newPayout.parse(JSON.parse(text));
    const id = newId();
    const { rows: accounts } = await this.pool.query<{ id: string }>(FIND_FIRST_ACCOUNT);
    const accountId = accounts[0]?.id ?? '';
    await this.transactions.run((client) => insertApproved(client, { id, accountId, ...request }));

    const { currency, amount } = request;
    const attempt = {
      id: newId(),
      payoutId: id,
      accountId,
      currency,
      amount,
      token: randomBytes(32).toString('base64url'),
    };
    await this.transactions.run((client) => claim(client, attempt, this.#lastAttemptId));
    this.#lastAttemptId = attempt.id;

    await this.pool.query(FIND_ACCOUNT, [accountId]);
    await this.budget.take();
    const created = await sendPayout(this.settings, {
      amount: Number(request.amount),
      currency: request.currency,
      paymentType: request.paymentType,
      account: request.recipient,
      serviceId: request.serviceId,
      externalId: attempt.id,
      callbackUrl: `http://127.0.0.1:${this.settings.PORT}/webhooks/payouts/${attempt.token}`,
    });
    await this.transactions.run((client) => recordAnswer(client, attempt, created));

    const { rows } = await this.pool.query<{ status: string }>(FIND_PAYOUT, [id]);
    return JSON.stringify({ id, status: rows[0]?.status });
  }
}
