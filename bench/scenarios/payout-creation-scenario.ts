import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import type { Contender } from '../stage/bench-stage.js';
import type { ThroughputScenario } from './throughput-scenario.js';

const MUTATION = `mutation ($input: CreatePayoutInput!) {
  createPayout(input: $input) {
    payout { id status }
    userErrors { code message field }
  }
}`;

export const CURRENCY = 'BRL';

const HEADERS = { 'content-type': 'application/json' };

/** Creation of a payout, from the request to its acceptance by a provider that answers immediately. */
export const payoutCreation: ThroughputScenario = {
  title: 'createPayout',
  target: 0.8,
  contest: ({ purser, bare, operatorKey }) => ({
    purser: graphqlCreation(purser, operatorKey),
    bare: bareCreation(bare),
  }),
  proveSameWork: async ({ database }, contest) => {
    await askOnce(contest.purser);
    const ours = await describeNewestPayout(database);
    await askOnce(contest.bare);
    const theirs = await describeNewestPayout(database);
    if (!isDeepStrictEqual(ours, theirs)) {
      throw new Error(`Purser leaves ${JSON.stringify(ours)}, the bare server ${JSON.stringify(theirs)}.`);
    }
  },
};

/** Creates payouts over GraphQL, by default from the configured account. */
export function graphqlCreation({ url }: Contender, operatorKey: string, accountId?: string): RequestPlan {
  return {
    method: 'POST',
    url: `${url}/graphql`,
    headers: { ...HEADERS, authorization: `Bearer ${operatorKey}` },
    nextBody: () => JSON.stringify({ query: MUTATION, variables: { input: { ...newPayout(), accountId } } }),
    // CREATED is the provider's first status, so the payout was sent. A payout that was not sent yet has one of
    // Purser's own statuses.
    isRight: (body) => body.startsWith('{"data":') && body.includes('"CREATED"') && body.includes('"userErrors":[]'),
  };
}

function bareCreation({ url }: Contender): RequestPlan {
  return {
    method: 'POST',
    url: `${url}/payout`,
    headers: HEADERS,
    nextBody: () => JSON.stringify(newPayout()),
    isRight: (body) => body.includes('"CREATED"'),
  };
}

/**
 * Each payout goes to a different recipient, because a second payout of the same amount to the same recipient would
 * wait for a person.
 */
function newPayout(): Readonly<Record<string, unknown>> {
  return {
    idempotencyKey: randomUUID(),
    amount: '250.00',
    currency: CURRENCY,
    paymentType: 'EMAIL',
    serviceId: 7,
    recipient: {
      name: 'A recipient of the bench',
      requisites: `payee-${randomUUID()}@pix.example`,
      userId: 'user-1',
    },
  };
}

/** Reads the newest payout, its attempts, evidence and log, without values that differ between payouts. */
async function describeNewestPayout(database: pg.Pool): Promise<unknown> {
  const { rows } = await database.query<Record<string, unknown>>(`
    SELECT external_id, destination, amount, currency, payment_type, service_id, note, masked_requisites, approval_reason,
      submission_state, provider_status, provider_state, status, status_message, problem, finding, suspected_state,
      attempts_made, next_attempt_at, checks_made, completed_at, corrected_at, length(idempotency_key) AS key_length,
      (SELECT json_object_agg(key, length(value)) FROM jsonb_each_text(request_fingerprint)) AS fingerprint,
      octet_length(sealed_recipient) AS sealed_bytes, approved_hash = content_hash AS is_approved,
      round(extract(epoch FROM next_check_at - accepted_at)) AS first_check_seconds,
      (SELECT json_agg(json_build_array(number, state, reason, http_status, outcome_at IS NOT NULL,
         provider_payout_id = p.provider_payout_id, round(extract(epoch FROM deadline_at - claimed_at))))
       FROM payout_attempts WHERE payout_id = p.id) AS attempts,
      (SELECT json_agg(json_build_array(kind, actor_id, detail, provider_payout_id = p.provider_payout_id,
         attempt_id IN (SELECT id FROM payout_attempts WHERE payout_id = p.id)))
       FROM payout_evidence WHERE payout_id = p.id) AS evidence,
      (SELECT json_agg(json_build_array(from_status, to_status, cause,
         ARRAY(SELECT jsonb_object_keys(change.evidence))) ORDER BY change.id)
       FROM status_changes AS change WHERE subject_id = p.id) AS log
    FROM payouts AS p ORDER BY created_at DESC, id DESC LIMIT 1`);
  return rows[0];
}
