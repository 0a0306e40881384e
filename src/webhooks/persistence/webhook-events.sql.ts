import type { Repository } from 'typeorm';
import { toSnakeCase } from '../../platform/database/connection/snake-case-naming-strategy.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WebhookOutcome, WebhookSubjects } from '../webhook-handler.js';
import type { WebhookEventEntity } from './webhook-event.entity.js';

// In SQL, because what one statement writes depends on the existing row: whether the body is new, which delivery was
// the best, and whether the webhook has become due in the meantime.

export type NewWebhook = Pick<
  WebhookEventEntity,
  | 'id'
  | 'source'
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

const COLUMNS = [
  ...(['id', 'source', 'bodySha256', 'bodyBytes', 'sealedBody', 'contentType', 'attemptId', 'signatureState'] as const),
  ...(['sealedSignature', 'standing', 'providerObjectId', 'senderNetwork', 'note'] as const),
] satisfies (keyof NewWebhook)[];

// Seconds after processing before another delivery makes the webhook due again, by what vouches for that delivery. A
// delivery that is certainly the provider's counts immediately. Anyone may repeat the others, and each repetition could
// cost a read. Answers that an id does not exist are also cached for ten minutes.
const HOLD_SECONDS = { BOUND: 10, UNVERIFIED: 600 } as const;

/** The time at which a repeated webhook becomes due: at least `hold` seconds after it was last processed. */
const dueAgain = (hold: string): string => `CASE WHEN event.state = 'RECEIVED' THEN event.next_try_at
  ELSE greatest(now(), event.processed_at + make_interval(secs => ${hold})) END`;

// Keeps the best signature and standing of all deliveries, so a copy without a signature removes nothing.
const REPEATED = `
  signature_state = CASE WHEN event.signature_state = 'valid' THEN 'valid' ELSE excluded.signature_state END,
  sealed_signature = CASE WHEN event.signature_state = 'valid' AND excluded.signature_state <> 'valid'
    THEN event.sealed_signature ELSE coalesce(excluded.sealed_signature, event.sealed_signature) END,
  standing = CASE WHEN 'VERIFIED' IN (event.standing, excluded.standing) THEN 'VERIFIED'
    WHEN 'BOUND' IN (event.standing, excluded.standing) THEN 'BOUND' ELSE 'UNVERIFIED' END,
  state = 'RECEIVED',
  tries = CASE WHEN event.state = 'RECEIVED' AND excluded.standing <> 'VERIFIED' THEN event.tries ELSE 0 END,
  next_try_at = CASE excluded.standing WHEN 'VERIFIED' THEN now()
    WHEN 'BOUND' THEN ${dueAgain(`${HOLD_SECONDS.BOUND}`)} ELSE ${dueAgain(`${HOLD_SECONDS.UNVERIFIED}`)} END
  WHERE event.sealed_body IS NOT NULL`;

const REPEATED_IN_QUARANTINE = `
  note = CASE WHEN event.standing = 'VERIFIED' THEN event.note ELSE excluded.note END,
  standing = CASE WHEN event.standing = 'VERIFIED' THEN event.standing ELSE excluded.standing END,
  signature_state = CASE WHEN event.standing = 'VERIFIED' THEN event.signature_state ELSE excluded.signature_state END`;

/** The row of a stored body, and whether the body was purged. */
export interface StoredRow {
  readonly id: string;
  readonly isPurged: boolean;
}

/** Returns the key that identifies a webhook: deliveries with the same key are the same webhook. */
export function webhookKey({
  source,
  attemptId,
  bodySha256,
}: Pick<NewWebhook, 'source' | 'attemptId' | 'bodySha256'>): string {
  return `${source} ${attemptId ?? ''} ${bodySha256.toString('base64')}`;
}

/**
 * Inserts bodies. A body that is already stored counts as another delivery. Bodies that are not due are stored only for
 * people to read. One statement stores all or none; they are committed when the promise resolves.
 *
 * @param webhooks must have different keys, because a statement cannot change a row twice
 * @returns the rows in the order of the webhooks; null for a due body that was purged, for which nothing was written
 */
export async function storeWebhooks(
  events: Repository<WebhookEventEntity>,
  webhooks: readonly NewWebhook[],
  { areDue }: { readonly areDue: boolean },
): Promise<(StoredRow | null)[]> {
  // Batches that share rows lock them in the same order, so they cannot deadlock.
  const inOrder = webhooks.toSorted((a, b) => (webhookKey(a) < webhookKey(b) ? -1 : 1));
  const rows = inOrder.map((_, row) => {
    const values = COLUMNS.map((_column, index) => `$${row * COLUMNS.length + index + 1}`);
    return `(${values.join(', ')}, ${areDue ? `'RECEIVED', now()` : `'IGNORED', NULL`})`;
  });
  const stored = await events.query<(StoredRow & Pick<NewWebhook, 'source' | 'attemptId' | 'bodySha256'>)[]>(
    `INSERT INTO webhook_events AS event (${COLUMNS.map(toSnakeCase).join(', ')}, state, next_try_at)
     VALUES ${rows.join(', ')}
     ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
       deliveries = event.deliveries + 1, last_received_at = now(), ${areDue ? REPEATED : REPEATED_IN_QUARANTINE}
     RETURNING id, sealed_body IS NULL AS "isPurged", source, attempt_id AS "attemptId", body_sha256 AS "bodySha256"`,
    inOrder.flatMap((webhook) => COLUMNS.map((column) => webhook[column])),
  );
  const found = new Map(stored.map((row) => [webhookKey(row), row]));
  return webhooks.map((webhook) => found.get(webhookKey(webhook)) ?? null);
}

/**
 * Counts another delivery of a webhook about a provider object, and makes the webhook due like `storeWebhooks`. Returns
 * false if there is no such webhook.
 * @param newest SQL that selects the webhook by the object's id, `$1`; always a literal in our code
 */
export async function repeatWebhook(
  events: Repository<WebhookEventEntity>,
  newest: string,
  {
    providerObjectId,
    standing,
  }: { readonly providerObjectId: string | null; readonly standing: keyof typeof HOLD_SECONDS },
): Promise<boolean> {
  const [, count] = await events.query<[unknown, number]>(
    `UPDATE webhook_events AS event SET deliveries = deliveries + 1, last_received_at = now(), state = 'RECEIVED',
       tries = CASE WHEN event.state = 'RECEIVED' THEN event.tries ELSE 0 END, next_try_at = ${dueAgain('$2')}
     WHERE sealed_body IS NOT NULL AND id = (${newest})`,
    [providerObjectId, HOLD_SECONDS[standing]],
  );
  return count > 0;
}

/** Records that a webhook was processed, unless it became due again after it was claimed. */
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
