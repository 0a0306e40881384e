import { createHash } from 'node:crypto';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { logChange } from './logged.transactions.js';
import {
  END_ATTEMPT,
  FIND_ATTEMPT,
  FIND_KEY,
  FIND_LOOK_ALIKE,
  FIND_OTHER_ATTEMPT,
  FIND_PAYOUT,
  HOLD_BALANCE,
  HOLD_GATE,
  INSERT_ATTEMPT,
  INSERT_EVIDENCE,
  INSERT_PAYOUT,
  LOCK_ATTEMPT,
  LOCK_LIVE_ATTEMPT,
  LOCK_PAYOUT,
  LOCK_RECIPIENT,
  LOCK_SENDABLE,
  MARK_SUBMITTING,
  RESERVE,
  UPDATE_PAYOUT,
} from './payout.statements.js';
import type { CreatedPayout } from './provider.call.js';

export interface NewPayout {
  readonly id: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly amount: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly serviceId: number;
  readonly recipient: { readonly name: string; readonly requisites: string; readonly userId: string };
}

export interface Attempt {
  readonly id: string;
  readonly payoutId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly token: string;
}

// What Purser computes with seven HMACs; here only its place in the row is taken.
const FINGERPRINT = JSON.stringify(
  Object.fromEntries(
    [
      'amount',
      'currency',
      'paymentType',
      'serviceId',
      'recipient.name',
      'recipient.requisites',
      'recipient.userId',
    ].map((field) => [field, 'AAAAAAAAAAAAAAAA']),
  ),
);

// The version, nonce and tag that Purser puts before what it encrypts.
const SEAL = Buffer.alloc(29);

const MASKED = 'p***@p***';

// As Purser: the provider's time-out of 15 s and a margin of 30 s, then a minute until the first check.
const DEADLINE_SECONDS = 45;
const FIRST_CHECK_SECONDS = 60;

const LOOK_ALIKE_HOURS = 24;

/** Records a payout that may be sent. */
export async function insertApproved(client: pg.PoolClient, payout: NewPayout): Promise<void> {
  const { id, accountId, idempotencyKey, amount, currency, paymentType, serviceId, recipient } = payout;
  // Plain, and one where Purser makes three keyed ones.
  const hash = sha256(recipient.requisites);
  const recipientOfRow = { ...recipient, bankName: null, userEmail: null, userPhone: null, userIp: null };
  const sealed = Buffer.concat([SEAL, Buffer.from(JSON.stringify(recipientOfRow))]);
  await client.query(FIND_KEY, [accountId, idempotencyKey]);
  await client.query(LOCK_RECIPIENT, [hash]);
  await client.query(FIND_LOOK_ALIKE, [hash, amount, LOOK_ALIKE_HOURS]);
  await client.query(HOLD_BALANCE, [accountId, currency]);
  await client.query(INSERT_PAYOUT, [
    ...[id, accountId, idempotencyKey, FINGERPRINT, amount, currency, paymentType, serviceId],
    ...[sealed, MASKED, hash, accountId],
  ]);
  await logChange(client, { type: 'PAYOUT', id, from: null, to: 'APPROVED', cause: 'API', evidence: {} });
}

/** Claims it for one attempt; as Purser, it looks first whether the last attempt of this process is still there. */
export async function claim(client: pg.PoolClient, attempt: Attempt, lastAttemptId: string | null): Promise<void> {
  const { payoutId, accountId, currency, amount } = attempt;
  await client.query(HOLD_GATE);
  if (lastAttemptId !== null) await client.query(FIND_ATTEMPT, [lastAttemptId]);
  await client.query(LOCK_SENDABLE, [1, payoutId]);
  await client.query(FIND_PAYOUT, [payoutId]);
  await client.query(RESERVE, [accountId, currency, payoutId, amount, newId()]);
  await client.query(MARK_SUBMITTING, [payoutId]);
  await client.query(INSERT_ATTEMPT, [attempt.id, payoutId, sha256(attempt.token), DEADLINE_SECONDS]);
  await logChange(client, {
    type: 'PAYOUT',
    id: payoutId,
    from: 'APPROVED',
    to: 'SUBMITTING',
    cause: 'API',
    evidence: { attemptId: attempt.id },
  });
}

/** Binds the attempt to the payout that the provider made of it. */
export async function recordAnswer(client: pg.PoolClient, attempt: Attempt, created: CreatedPayout): Promise<void> {
  const { id: attemptId, payoutId } = attempt;
  await client.query(LOCK_PAYOUT, [payoutId]);
  await client.query(LOCK_ATTEMPT, [attemptId]);
  await client.query(FIND_OTHER_ATTEMPT, [created.id]);
  await client.query(LOCK_LIVE_ATTEMPT, [payoutId]);
  await client.query(END_ATTEMPT, [attemptId, created.id]);
  await client.query(INSERT_EVIDENCE, [payoutId, attemptId, created.id]);
  await client.query(UPDATE_PAYOUT, [payoutId, created.id, created.status, FIRST_CHECK_SECONDS]);
  await logChange(client, {
    type: 'PAYOUT',
    id: payoutId,
    from: 'SUBMITTING',
    to: created.status,
    cause: 'PROVIDER_RESPONSE',
    evidence: { providerPayoutId: created.id, providerStatus: created.status },
  });
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
