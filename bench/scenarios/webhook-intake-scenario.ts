import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import { WEBHOOK_PATH_SECRET } from '../stage/purser-settings.js';
import type { ThroughputScenario } from './throughput-scenario.js';

// The documented order object with every field, about 700 bytes.
const ORDER = {
  status: 'PAID',
  externalId: '7d0b3a4e-2f0c-4b6e-9a53-0f1f0c9f7a11',
  amount: '1050.00',
  currency: 'EUR',
  purpose: 'Order 7d0b3a4e of the web shop, two articles and express delivery',
  commission: '21.00',
  received: '1029.00',
  paymentLink: 'https://pay.example/checkout/7d0b3a4e-2f0c-4b6e-9a53-0f1f0c9f7a11',
  successUrl: 'https://shop.example/orders/7d0b3a4e-2f0c-4b6e-9a53-0f1f0c9f7a11/thanks',
  failUrl: 'https://shop.example/orders/7d0b3a4e-2f0c-4b6e-9a53-0f1f0c9f7a11/sorry',
  payedAt: '2026-07-01T12:00:00.000Z',
  createdAt: '2026-07-01T11:58:30.000Z',
  updatedAt: '2026-07-01T12:00:00.000Z',
};

/** Measures how order webhooks are received and stored, but not how they are processed. */
export const webhookIntake: ThroughputScenario = {
  title: 'webhook intake',
  target: 1,
  contest: ({ purser, bare }) => ({
    purser: delivery(purser.url),
    bare: deliveryTo(`${bare.url}/webhook`, 'null'),
  }),
  proveSameWork: async ({ database }, contest) => {
    await askOnce(contest.purser);
    const ours = await describeNewestWebhook(database);
    await askOnce(contest.bare);
    const theirs = await describeNewestWebhook(database);
    if (!isDeepStrictEqual(ours, theirs)) {
      throw new Error(`Purser leaves ${JSON.stringify(ours)}, the bare server ${JSON.stringify(theirs)}.`);
    }
  },
};

/** Delivers webhooks about different orders to Purser. */
export function delivery(purserUrl: string): RequestPlan {
  return deliveryTo(`${purserUrl}/webhooks/orders/${WEBHOOK_PATH_SECRET}`, 'stored');
}

function deliveryTo(url: string, answer: string): RequestPlan {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    // A different order each time, so that every delivery is a new row.
    nextBody: () => JSON.stringify({ id: randomUUID(), ...ORDER }),
    isRight: (body) => body === answer,
  };
}

/** Reads the newest webhook, without values that differ between webhooks. */
async function describeNewestWebhook(database: pg.Pool): Promise<unknown> {
  const { rows } = await database.query<Record<string, unknown>>(`
    SELECT source, body_bytes, octet_length(body_sha256) AS hash_bytes, content_type, attempt_id, signature_state,
      deliveries, state, tries, next_try_at <= now() AS is_due
    FROM webhook_events ORDER BY id DESC LIMIT 1`);
  return rows[0];
}
