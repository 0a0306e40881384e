import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { H2hPollLog } from './h2h-poll-log.js';
import { PAYOUT_UNDER_WAY } from './payout-under-way.js';

/**
 * A provider that answers immediately. It answers `POST /v1/orders` and `POST /v1/payouts` with the echo that Purser
 * checks, and stores nothing. Reads of payouts return the seeded one. It answers 200 to everything else.
 */
const { PORT } = z.object({ PORT: z.coerce.number() }).parse(process.env);

const newOrder = z.object({
  externalId: z.string(),
  amount: z.string(),
  currency: z.string(),
  purpose: z.string(),
});

const newPayout = z.object({
  amount: z.number(),
  paymentType: z.string(),
  account: z.record(z.string(), z.string()),
  callbackUrl: z.string(),
});

const PAYOUT_PATH = /^\/v1\/payouts\/([0-9a-f-]{36})$/;

function createOrder(body: unknown): unknown {
  const id = randomUUID();
  return { id, status: 'CREATED', ...newOrder.parse(body), paymentLink: `https://pay.example/${id}` };
}

function createPayout(body: unknown): unknown {
  const { amount, paymentType, account, callbackUrl } = newPayout.parse(body);
  return payoutObject({
    id: randomUUID(),
    status: 'CREATED',
    amount: amount.toFixed(2),
    paymentType,
    account,
    callbackUrl,
  });
}

function payoutObject({ paymentType, ...payout }: Readonly<Record<string, unknown>>): unknown {
  const now = new Date();
  return {
    ...payout,
    type: paymentType,
    requisites: {},
    statusMessage: null,
    metadata: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}

const polls = new H2hPollLog();

createServer((request, response) => {
  if (polls.answers(request, response)) return;
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.method === 'POST') {
    const create = request.url === '/v1/payouts' ? createPayout : createOrder;
    void json(request).then((body) => {
      answer(201, create(body));
    });
    return;
  }
  const id = PAYOUT_PATH.exec(request.url ?? '')?.[1];
  if (id === undefined) response.writeHead(200).end();
  else answer(200, payoutObject({ id, ...PAYOUT_UNDER_WAY }));
}).listen(PORT, '127.0.0.1');
