import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { readBareSettings } from './bare.settings.js';
import { LoggedTransactions } from './logged.transactions.js';
import { OrderCreation } from './order.creation.js';
import { listOrders } from './orders.list.js';
import { PayoutCreation } from './payout.creation.js';
import { ProviderBudget } from './provider.budget.js';
import { storeWebhook } from './webhook.intake.js';

/**
 * The least server that does what Purser's database work does: no framework, no GraphQL, no mapping of rows to objects,
 * no checks. It is what Purser is compared with, and nothing anybody should run.
 */
const settings = readBareSettings();
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: settings.DATABASE_POOL_SIZE });
const transactions = new LoggedTransactions(pool);
const budget = new ProviderBudget(pool);
const orders = new OrderCreation(pool, transactions, budget, settings);
const payouts = new PayoutCreation(pool, transactions, budget, settings);

async function answer(request: IncomingMessage): Promise<string> {
  switch (`${request.method ?? ''} ${request.url ?? ''}`) {
    case 'GET /orders':
      return listOrders(pool);
    case 'POST /orders':
      return orders.create((await buffer(request)).toString());
    case 'POST /payouts':
      return payouts.create((await buffer(request)).toString());
    case 'POST /webhooks':
      return storeWebhook(pool, await buffer(request), request.headers['content-type'] ?? null);
    default:
      return 'ready';
  }
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(settings.PORT, '127.0.0.1');
