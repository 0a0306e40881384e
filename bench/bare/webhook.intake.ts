import { createHash } from 'node:crypto';
import type pg from 'pg';
import { v7 as newId } from 'uuid';

const INSERT = `
  INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, content_type, attempt_id, signature_state)
  VALUES ($1, $2, $3, $4, $5, $6, NULL, NULL)
  ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
    deliveries = webhook_events.deliveries + 1, last_received_at = now(), signature_state = excluded.signature_state,
    sealed_signature = coalesce(excluded.sealed_signature, webhook_events.sealed_signature),
    state = 'RECEIVED', tries = 0, next_try_at = now()
  WHERE webhook_events.sealed_body IS NOT NULL RETURNING id`;

/** Stores the body of a webhook as Purser does, but in clear text. */
export async function storeWebhook(pool: pg.Pool, body: Buffer, contentType: string | null): Promise<string> {
  const hash = createHash('sha256').update(body).digest();
  await pool.query(INSERT, [newId(), 'ORDERS', hash, body.length, body, contentType]);
  return 'stored';
}
