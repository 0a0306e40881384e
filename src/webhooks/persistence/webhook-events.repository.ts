import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher } from '../../database/field-cipher.js';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.js';
import type { SignatureHeaders } from '../../provider/signature/signature.headers.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature.verifier.js';
import type { WebhookSource } from '../domain/webhook-event.js';
import type { WebhookOutcome, WebhookSubjects } from '../webhook-handler.js';
import { bodyPlace, signaturePlace } from './webhook-event.places.js';

// A try makes at most three reads, each bounded by the provider's time-out with retries; past this it was killed.
const LEASE_SECONDS = 120;

// Enough to see what happened after a restore; strangers cannot fill the disk with more.
const MAX_QUARANTINED = 1_000;

/** A stored webhook; `openBody` gives its body. */
export interface StoredWebhook {
  readonly id: string;
  readonly source: WebhookSource;
  readonly attemptId: string | null;
  readonly tries: number;
  /** How often it had been delivered when it was claimed; more deliveries since mean a fresh hint. */
  readonly deliveries: number;
  /** How often people had it dealt with again, likewise. */
  readonly replays: number;
  readonly sealedBody: Buffer;
}

/** A body as it was delivered. */
interface Delivery {
  readonly source: WebhookSource;
  readonly body: Buffer;
  readonly contentType: string | null;
  readonly attemptId: string | null;
  readonly signature: SignatureVerdict | null;
  /** What its signature may be in; null when nothing looks like one. */
  readonly signatureHeaders: SignatureHeaders | null;
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
  async store(received: Delivery): Promise<void> {
    const id = newId();
    const bodySha256 = createHash('sha256').update(received.body).digest();
    const stored = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, content_type, attempt_id,
         signature_state, sealed_signature)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
         deliveries = webhook_events.deliveries + 1, last_received_at = now(), signature_state = excluded.signature_state,
         sealed_signature = coalesce(excluded.sealed_signature, webhook_events.sealed_signature),
         state = 'RECEIVED', tries = 0, next_try_at = now()
       WHERE webhook_events.sealed_body IS NOT NULL
       RETURNING id`,
      [
        id,
        received.source,
        bodySha256,
        received.body.length,
        this.cipher.seal(received.body, bodyPlace(id)),
        received.contentType,
        received.attemptId,
        received.signature,
        received.signatureHeaders &&
          this.cipher.seal(JSON.stringify(received.signatureHeaders), signaturePlace(bodySha256)),
      ],
    );
    if (stored.length === 0) await this.storeAgain(received, bodySha256);
  }

  /**
   * Stores a body that came with a token nobody issued, for people to look at: after a restore it may be the only trace
   * of a payout. False when as many are kept as there may be, for anybody can send these.
   */
  async quarantine(received: { readonly body: Buffer; readonly contentType: string | null }): Promise<boolean> {
    const id = newId();
    const [stored] = await this.dataSource.query<{ id: string; isPurged: boolean }[]>(
      `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, content_type, state, note,
         next_try_at)
       SELECT $1, 'UNKNOWN_PAYOUT_TOKEN', $2, $3, $4, $5, 'IGNORED', 'No attempt has this callback token.', NULL
       WHERE (SELECT count(*) FROM webhook_events
              WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND sealed_body IS NOT NULL) < $6
       ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
         deliveries = webhook_events.deliveries + 1, last_received_at = now()
       RETURNING id, sealed_body IS NULL AS "isPurged"`,
      [
        id,
        createHash('sha256').update(received.body).digest(),
        received.body.length,
        this.cipher.seal(received.body, bodyPlace(id)),
        received.contentType,
        MAX_QUARANTINED,
      ],
    );
    if (stored?.isPurged) {
      await this.dataSource.query(
        'UPDATE webhook_events SET sealed_body = $2, body_purged_at = NULL WHERE id = $1 AND sealed_body IS NULL',
        [stored.id, this.cipher.seal(received.body, bodyPlace(stored.id))],
      );
    }
    return stored !== undefined;
  }

  /** Claims webhooks that are due; see `claimDueRows`. */
  async claimDue(tx: Transaction, limit: number): Promise<StoredWebhook[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'webhook_events', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS },
      limit,
    );
    return tx.query<StoredWebhook>(
      `SELECT id, source, attempt_id AS "attemptId", tries, deliveries, replays, sealed_body AS "sealedBody"
       FROM webhook_events WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** @throws Error when it was not sealed with this key for this row */
  openBody({ id, sealedBody }: Pick<StoredWebhook, 'id' | 'sealedBody'>): Buffer {
    return this.cipher.unseal(sealedBody, bodyPlace(id));
  }

  /** Records that a webhook was dealt with, unless it was delivered or replayed again since it was claimed. */
  async finish(
    tx: Transaction,
    webhook: StoredWebhook,
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
         tries = tries + 1, next_try_at = NULL, processed_at = now()
       WHERE id = $1 AND state = 'RECEIVED' AND deliveries = $6 AND replays = $7`,
      [
        webhook.id,
        result.state,
        outcome.kind === 'processed' ? null : outcome.note,
        outcome.providerObjectId,
        outcome.kind === 'processed' ? outcome.subjectId : null,
        webhook.deliveries,
        webhook.replays,
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
      `UPDATE webhook_events SET note = $2, provider_object_id = coalesce($3, provider_object_id), tries = tries + 1,
         next_try_at = now() + make_interval(secs => $4)
       WHERE id = $1 AND state = 'RECEIVED' AND deliveries = $5 AND replays = $6`,
      [
        webhook.id,
        next.outcome.note,
        next.outcome.providerObjectId,
        next.delaySeconds,
        webhook.deliveries,
        webhook.replays,
      ],
    );
  }

  /** Stores a body once more that was purged since it came first: sealed for the row that has its hash. */
  private async storeAgain(received: Delivery, bodySha256: Buffer): Promise<void> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM webhook_events WHERE source = $1 AND attempt_id IS NOT DISTINCT FROM $2 AND body_sha256 = $3`,
      [received.source, received.attemptId, bodySha256],
    );
    if (!row) throw new Error('A webhook vanished while it was being stored');
    const { signatureHeaders } = received;
    await this.dataSource.query(
      `UPDATE webhook_events SET sealed_body = $2, sealed_signature = $3, body_purged_at = NULL,
         deliveries = deliveries + 1, last_received_at = now(), signature_state = $4,
         state = 'RECEIVED', tries = 0, next_try_at = now()
       WHERE id = $1`,
      [
        row.id,
        this.cipher.seal(received.body, bodyPlace(row.id)),
        signatureHeaders && this.cipher.seal(JSON.stringify(signatureHeaders), signaturePlace(bodySha256)),
        received.signature,
      ],
    );
  }
}
