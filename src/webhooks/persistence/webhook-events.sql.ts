import type { Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WebhookSource } from '../domain/webhook-event.js';
import type { WebhookOutcome, WebhookSubjects } from '../webhook-handler.js';
import type { WebhookEventEntity } from './webhook-event.entity.js';

// In SQL, because one statement decides by the existing row what to write: whether the body is new, which delivery was
// the best, and whether it became due meanwhile.

export type NewWebhook = Pick<
  WebhookEventEntity,
  | 'id'
  | 'bodySha256'
  | 'bodyBytes'
  | 'sealedBody'
  | 'contentType'
  | 'signatureState'
  | 'standing'
  | 'providerObjectId'
  | 'senderNetwork'
> &
  Partial<Pick<WebhookEventEntity, 'attemptId' | 'sealedSignature' | 'note'>>;

/** When a repeated event becomes due: at the earliest `hold` seconds after it was processed. */
const dueAgain = (hold: string): string => `CASE WHEN event.state = 'RECEIVED' THEN event.next_try_at
  ELSE greatest(now(), event.processed_at + make_interval(secs => ${hold})) END`;

// The best signature and standing of all deliveries are kept, so a copy without them removes nothing.
const REPEATED = `
  signature_state = CASE WHEN event.signature_state = 'valid' THEN 'valid' ELSE excluded.signature_state END,
  sealed_signature = CASE WHEN event.signature_state = 'valid' AND excluded.signature_state <> 'valid'
    THEN event.sealed_signature ELSE coalesce(excluded.sealed_signature, event.sealed_signature) END,
  standing = CASE WHEN 'VERIFIED' IN (event.standing, excluded.standing) THEN 'VERIFIED'
    WHEN 'BOUND' IN (event.standing, excluded.standing) THEN 'BOUND' ELSE 'UNVERIFIED' END,
  state = 'RECEIVED',
  tries = CASE WHEN event.state = 'RECEIVED' AND excluded.standing <> 'VERIFIED' THEN event.tries ELSE 0 END,
  next_try_at = CASE WHEN excluded.standing = 'VERIFIED' THEN now() ELSE ${dueAgain('$15')} END
  WHERE event.sealed_body IS NOT NULL`;

const REPEATED_IN_QUARANTINE = `
  note = CASE WHEN event.standing = 'VERIFIED' THEN event.note ELSE excluded.note END,
  standing = CASE WHEN event.standing = 'VERIFIED' THEN event.standing ELSE excluded.standing END,
  signature_state = CASE WHEN event.standing = 'VERIFIED' THEN event.signature_state ELSE excluded.signature_state END`;

/**
 * Inserts a body, or counts another delivery of a stored one, due again after `holdSeconds` at the earliest. A body
 * without a source is only for people, and never due. Committed on return.
 * @returns its row, and whether its body is purged; null if it is, and nothing was written
 */
export async function storeWebhook(
  events: Repository<WebhookEventEntity>,
  webhook: NewWebhook,
  due: { readonly source: WebhookSource; readonly holdSeconds: number } | null,
): Promise<{ readonly id: string; readonly isPurged: boolean } | null> {
  const [stored] = await events.query<{ id: string; isPurged: boolean }[]>(
    `INSERT INTO webhook_events AS event (id, source, body_sha256, body_bytes, sealed_body, content_type, attempt_id,
       signature_state, sealed_signature, standing, provider_object_id, sender_network, note, state, next_try_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, CASE WHEN $15::float8 IS NOT NULL THEN now() END)
     ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
       deliveries = event.deliveries + 1, last_received_at = now(), ${due ? REPEATED : REPEATED_IN_QUARANTINE}
     RETURNING id, sealed_body IS NULL AS "isPurged"`,
    [
      webhook.id,
      due?.source ?? 'UNKNOWN_PAYOUT_TOKEN',
      webhook.bodySha256,
      webhook.bodyBytes,
      webhook.sealedBody,
      webhook.contentType,
      webhook.attemptId,
      webhook.signatureState,
      webhook.sealedSignature,
      webhook.standing,
      webhook.providerObjectId,
      webhook.senderNetwork,
      webhook.note,
      due ? 'RECEIVED' : 'IGNORED',
      due?.holdSeconds,
    ],
  );
  return stored ?? null;
}

/**
 * Counts another delivery of a webhook about a provider object, due again after `holdSeconds` at the earliest; false if
 * there is none.
 * @param newest SQL that selects the webhook by the object's id, `$1`; always a literal of our code
 */
export async function repeatWebhook(
  events: Repository<WebhookEventEntity>,
  newest: string,
  { providerObjectId, holdSeconds }: { readonly providerObjectId: string | null; readonly holdSeconds: number },
): Promise<boolean> {
  const [, count] = await events.query<[unknown, number]>(
    `UPDATE webhook_events AS event SET deliveries = deliveries + 1, last_received_at = now(), state = 'RECEIVED',
       tries = CASE WHEN event.state = 'RECEIVED' THEN event.tries ELSE 0 END, next_try_at = ${dueAgain('$2')}
     WHERE sealed_body IS NOT NULL AND id = (${newest})`,
    [providerObjectId, holdSeconds],
  );
  return count > 0;
}

/** Records that a webhook was processed, unless it became due again after its claim. */
export async function finishWebhook(
  tx: Transaction,
  webhook: { readonly id: string; readonly leasedUntil: string },
  result: {
    readonly state: 'PROCESSED' | 'IGNORED' | 'FAILED';
    readonly outcome: WebhookOutcome;
    readonly subjects: WebhookSubjects;
  },
): Promise<void> {
  const { outcome, subjects } = result;
  await tx.query(
    `UPDATE webhook_events SET state = $2, note = $3, provider_object_id = coalesce($4, provider_object_id), subject_id = $5,
       account_id = coalesce((SELECT account_id FROM ${subjects.table} WHERE id = $5),
         (SELECT account_id FROM ${subjects.table} WHERE ${subjects.providerIdColumn} = $4)),
       standing = CASE WHEN $2 = 'PROCESSED' AND standing = 'UNVERIFIED' THEN 'BOUND' ELSE standing END,
       tries = tries + 1, next_try_at = NULL, processed_at = now()
     WHERE id = $1 AND state = 'RECEIVED' AND next_try_at = $6::timestamptz`,
    [
      webhook.id,
      result.state,
      outcome.kind === 'processed' ? null : outcome.note,
      outcome.providerObjectId,
      outcome.kind === 'processed' ? outcome.subjectId : null,
      webhook.leasedUntil,
    ],
  );
}
