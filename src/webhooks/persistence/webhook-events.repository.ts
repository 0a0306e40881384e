import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher, type SealedPlace } from '../../database/field-cipher.js';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature.verifier.js';
import type { WebhookSource } from '../domain/webhook-event.js';
import type { WebhookOutcome } from '../webhook-handler.js';

// A try makes at most three reads, each bounded by the provider's time-out with retries; past this it was killed.
const LEASE_SECONDS = 120;

// Enough to see what happened after a restore; strangers cannot fill the disk with more.
const MAX_QUARANTINED = 1_000;

/** A stored webhook with its body opened. */
export interface StoredWebhook {
  readonly id: string;
  readonly source: WebhookSource;
  readonly attemptId: string | null;
  readonly tries: number;
  /** How often it had been delivered when it was claimed; more deliveries since mean a fresh hint. */
  readonly deliveries: number;
  readonly body: Buffer;
}

@Injectable()
export class WebhookEventsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Stores a body, or counts one more delivery of a body already stored. Either way it is due: a repeated delivery is
   * a fresh hint. One statement, committed when this returns.
   */
  async store(received: {
    readonly source: WebhookSource;
    readonly body: Buffer;
    readonly contentType: string | null;
    readonly attemptId: string | null;
    readonly signature: SignatureVerdict | null;
  }): Promise<void> {
    const id = newId();
    await this.dataSource.query(
      `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, content_type, attempt_id,
         signature_state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
         deliveries = webhook_events.deliveries + 1, last_received_at = now(), signature_state = excluded.signature_state,
         state = 'RECEIVED', tries = 0, next_try_at = now()`,
      [
        id,
        received.source,
        createHash('sha256').update(received.body).digest(),
        received.body.length,
        this.cipher.seal(received.body, bodyPlace(id)),
        received.contentType,
        received.attemptId,
        received.signature,
      ],
    );
  }

  /**
   * Stores a body that came with a token nobody issued, for people to look at: after a restore it may be the only trace
   * of a payout. False when as many are kept as there may be, for anybody can send these.
   */
  async quarantine(received: { readonly body: Buffer; readonly contentType: string | null }): Promise<boolean> {
    const id = newId();
    const stored = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, content_type, state, note,
         next_try_at)
       SELECT $1, 'UNKNOWN_PAYOUT_TOKEN', $2, $3, $4, $5, 'IGNORED', 'No attempt has this callback token.', NULL
       WHERE (SELECT count(*) FROM webhook_events WHERE source = 'UNKNOWN_PAYOUT_TOKEN') < $6
       ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
         deliveries = webhook_events.deliveries + 1, last_received_at = now()
       RETURNING id`,
      [
        id,
        createHash('sha256').update(received.body).digest(),
        received.body.length,
        this.cipher.seal(received.body, bodyPlace(id)),
        received.contentType,
        MAX_QUARANTINED,
      ],
    );
    return stored.length === 1;
  }

  /** Claims webhooks that are due; see `claimDueRows`. */
  async claimDue(tx: Transaction, limit: number): Promise<StoredWebhook[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'webhook_events', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS },
      limit,
    );
    const rows = await tx.query<Omit<StoredWebhook, 'body'> & { sealed_body: Buffer }>(
      'SELECT id, source, attempt_id AS "attemptId", tries, deliveries, sealed_body FROM webhook_events WHERE id = ANY($1)',
      [ids],
    );
    return rows.map(({ sealed_body, ...row }) => ({
      ...row,
      body: this.cipher.unseal(sealed_body, bodyPlace(row.id)),
    }));
  }

  /** Records that a webhook was dealt with, unless it was delivered again since it was claimed. */
  async finish(
    tx: Transaction,
    webhook: StoredWebhook,
    result: { readonly state: 'PROCESSED' | 'IGNORED' | 'FAILED'; readonly outcome: WebhookOutcome },
  ): Promise<void> {
    const { outcome } = result;
    await tx.query(
      `UPDATE webhook_events SET state = $2, note = $3, provider_object_id = $4, subject_id = $5,
         tries = tries + 1, next_try_at = NULL, processed_at = now()
       WHERE id = $1 AND state = 'RECEIVED' AND deliveries = $6`,
      [
        webhook.id,
        result.state,
        outcome.kind === 'processed' ? null : outcome.note,
        outcome.providerObjectId,
        outcome.kind === 'processed' ? outcome.subjectId : null,
        webhook.deliveries,
      ],
    );
  }

  /** Has a webhook tried again after a while. */
  async postpone(
    tx: Transaction,
    webhook: StoredWebhook,
    next: { readonly delaySeconds: number; readonly outcome: Extract<WebhookOutcome, { kind: 'try_again' }> },
  ): Promise<void> {
    await tx.query(
      `UPDATE webhook_events SET note = $2, provider_object_id = $3, tries = tries + 1,
         next_try_at = now() + make_interval(secs => $4)
       WHERE id = $1 AND state = 'RECEIVED' AND deliveries = $5`,
      [webhook.id, next.outcome.note, next.outcome.providerObjectId, next.delaySeconds, webhook.deliveries],
    );
  }
}

function bodyPlace(rowId: string): SealedPlace {
  return { table: 'webhook_events', column: 'sealed_body', rowId };
}
