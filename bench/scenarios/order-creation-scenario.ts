import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import type { Contender } from '../stage/bench-stage.js';
import type { ThroughputScenario } from './throughput-scenario.js';

const MUTATION = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) {
    order { id status paymentLink }
    userErrors { code message field }
  }
}`;

const HEADERS = { 'content-type': 'application/json' };

/** Creation of an order, from request to payment link, with a provider that answers immediately. */
export const orderCreation: ThroughputScenario = {
  title: 'createOrder',
  target: 0.6,
  contest: ({ purser, bare, operatorKey }) => ({
    purser: orderRequest(purser, operatorKey),
    bare: bareCreation(bare),
  }),
  proveSameWork: async ({ database }, contest) => {
    await askOnce(contest.purser);
    const ours = await describeNewestOrder(database);
    await askOnce(contest.bare);
    const theirs = await describeNewestOrder(database);
    if (!isDeepStrictEqual(ours, theirs)) {
      throw new Error(`Purser leaves ${JSON.stringify(ours)}, the bare server ${JSON.stringify(theirs)}.`);
    }
  },
};

export function orderRequest({ url }: Pick<Contender, 'url'>, operatorKey: string): RequestPlan {
  return {
    method: 'POST',
    url: `${url}/graphql`,
    headers: { ...HEADERS, authorization: `Bearer ${operatorKey}` },
    nextBody: () => JSON.stringify({ query: MUTATION, variables: { input: newOrder() } }),
    isRight: (body) => body.startsWith('{"data":') && body.includes('"CREATED"') && body.includes('"userErrors":[]'),
  };
}

function bareCreation({ url }: Contender): RequestPlan {
  return {
    method: 'POST',
    url: `${url}/create`,
    headers: HEADERS,
    nextBody: () => JSON.stringify(newOrder()),
    isRight: (body) => body.includes('"CREATED"'),
  };
}

function newOrder(): Readonly<Record<string, string>> {
  return {
    idempotencyKey: randomUUID(),
    amount: '10.50',
    currency: 'EUR',
    purpose: 'An order of the bench',
    successUrl: 'https://shop.example/thanks',
    failUrl: 'https://shop.example/sorry',
  };
}

/** Reads the newest order and its log, without values that differ between orders. */
async function describeNewestOrder(database: pg.Pool): Promise<unknown> {
  const { rows } = await database.query<Record<string, unknown>>(`
    SELECT method, status, amount, currency, purpose, success_url, fail_url, provider_status, commission, received,
      problem, paid_at, checks_made, external_id = id::text AS has_own_external_id, length(idempotency_key) AS key_length,
      payment_link = 'https://pay.example/' || provider_order_id AS has_link,
      ARRAY(SELECT jsonb_object_keys(request_fingerprint)) AS fingerprint,
      round(extract(epoch FROM next_check_at - updated_at)) AS first_check_seconds,
      (SELECT json_agg(json_build_array(from_status, to_status, cause,
         ARRAY(SELECT jsonb_object_keys(evidence))) ORDER BY change.id)
       FROM status_changes AS change WHERE subject_id = o.id) AS log
    FROM orders AS o ORDER BY created_at DESC, id DESC LIMIT 1`);
  return rows[0];
}
