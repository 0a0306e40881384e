import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher } from '../../database/field-cipher.js';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.sql.js';
import type { SignatureHeaders } from '../../provider/signature/signature-headers.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { Standing, WebhookQueue, WebhookSource } from '../domain/webhook-event.js';
import type { WebhookOutcome, WebhookSubjects } from '../webhook-handler.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { bodyColumn, signatureColumn } from './webhook-event-columns.js';

// A try makes at most three reads, each bounded by the provider's time-out with retries; past this it was killed.
const LEASE_SECONDS = 120;

// How long after it was dealt with a body comes due that is delivered again, by what vouches for the new delivery. The
// provider's own word is a fresh hint at once. Anybody may repeat the rest, and each repetition would be another read;
// ten minutes are also how long the answer "no such id" is remembered.
const HOLD_SECONDS: Readonly<Record<Standing, number>> = { VERIFIED: 0, BOUND: 10, UNVERIFIED: 600 };

const QUEUES: Readonly<Record<WebhookQueue, string>> = {
  orders: `source = 'ORDERS' AND standing <> 'UNVERIFIED'`,
  payouts: `source = 'PAYOUTS' AND standing <> 'UNVERIFIED'`,
  unverified: `standing = 'UNVERIFIED'`,
};

/** When an event is due to which a delivery comes again: at the earliest `hold` seconds after it was dealt with. */
export const dueAgain = (hold: string): string => `CASE WHEN event.state = 'RECEIVED' THEN event.next_try_at
  ELSE greatest(now(), event.processed_at + make_interval(secs => ${hold})) END`;

/** A stored webhook; `openBody` gives its body. */
export interface StoredWebhook {
  readonly id: string;
  readonly source: WebhookSource;
  readonly standing: Standing;
  readonly attemptId: string | null;
  readonly tries: number;
  /** Until when it is claimed. Whatever makes it due anew meanwhile, a delivery or a replay, moves this time. */
  readonly leasedUntil: string;
  readonly sealedBody: Buffer;
}

/** A body as it was delivered, and what vouches for it. */
export interface Delivery {
  readonly source: WebhookSource;
  readonly body: Buffer;
  readonly contentType: string | null;
  readonly attemptId: string | null;
  readonly signature: SignatureVerdict | null;
  /** What its signature may be in; null when nothing looks like one. */
  readonly signatureHeaders: SignatureHeaders | null;
  readonly standing: Standing;
  /** The id it names, as far as that was looked at already. */
  readonly providerObjectId: string | null;
  /** Where it came from; null when something vouches for it. */
  readonly senderNetwork: string | null;
}

@Injectable()
export class WebhookEventsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Stores a body, or counts one more delivery of a body already stored. A repeated delivery is a fresh hint, at once
   * or later by what vouches for it. The best signature and standing that ever came with a body are kept: a copy
   * without them takes nothing away. One statement, committed when this returns.
   */
  async store(received: Delivery): Promise<void> {
    const id = newId();
    const bodySha256 = createHash('sha256').update(received.body).digest();
    const stored = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO webhook_events AS event (id, source, body_sha256, body_bytes, sealed_body, content_type, attempt_id,
         signature_state, sealed_signature, standing, provider_object_id, sender_network)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
         deliveries = event.deliveries + 1, last_received_at = now(),
         signature_state = CASE WHEN event.signature_state = 'valid' THEN 'valid' ELSE excluded.signature_state END,
         sealed_signature = CASE WHEN event.signature_state = 'valid' AND excluded.signature_state <> 'valid'
           THEN event.sealed_signature ELSE coalesce(excluded.sealed_signature, event.sealed_signature) END,
         standing = CASE WHEN 'VERIFIED' IN (event.standing, excluded.standing) THEN 'VERIFIED'
           WHEN 'BOUND' IN (event.standing, excluded.standing) THEN 'BOUND' ELSE 'UNVERIFIED' END,
         state = 'RECEIVED',
         tries = CASE WHEN event.state = 'RECEIVED' AND excluded.standing <> 'VERIFIED' THEN event.tries ELSE 0 END,
         next_try_at = CASE WHEN excluded.standing = 'VERIFIED' THEN now() ELSE ${dueAgain('$13')} END
       WHERE event.sealed_body IS NOT NULL
       RETURNING id`,
      [
        id,
        received.source,
        bodySha256,
        received.body.length,
        this.cipher.seal(received.body, bodyColumn(id)),
        received.contentType,
        received.attemptId,
        received.signature,
        this.sealedSignature(received.signatureHeaders, bodySha256),
        received.standing,
        received.providerObjectId,
        received.senderNetwork,
        HOLD_SECONDS[received.standing],
      ],
    );
    if (stored.length === 0) await this.storeAgain(received, bodySha256);
  }

  /** Which of these ids an object of ours is bound to; null for none. */
  async findBound(subjects: WebhookSubjects, ids: readonly string[]): Promise<string | null> {
    if (ids.length === 0) return null;
    const column = subjects.providerIdColumn;
    const [row] = await this.dataSource.query<{ id: string }[]>(
      `SELECT ${column} AS id FROM ${subjects.table} WHERE ${column} = ANY($1) LIMIT 1`,
      [ids],
    );
    return row?.id ?? null;
  }

  /** Claims webhooks of a queue that are due; see `claimDueRows`. */
  async claimDue(tx: Transaction, queue: WebhookQueue, limit: number): Promise<StoredWebhook[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'webhook_events', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS, only: QUEUES[queue] },
      limit,
    );
    return tx.query<StoredWebhook>(
      `SELECT id, source, standing, attempt_id AS "attemptId", tries, next_try_at::text AS "leasedUntil",
         sealed_body AS "sealedBody"
       FROM webhook_events WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** @throws Error when it was not sealed with this key for this row */
  openBody({ id, sealedBody }: Pick<StoredWebhook, 'id' | 'sealedBody'>): Buffer {
    return this.cipher.unseal(sealedBody, bodyColumn(id));
  }

  /** Records that a webhook was dealt with, unless it became due anew since it was claimed. */
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

  /** Has a webhook tried again after a while. */
  async postpone(
    tx: Transaction,
    webhook: StoredWebhook,
    next: {
      readonly delaySeconds: number;
      readonly outcome: Extract<WebhookOutcome, { kind: 'try_again' | 'put_off' }>;
    },
  ): Promise<void> {
    await tx.query(
      `UPDATE webhook_events SET note = $2, provider_object_id = coalesce($3, provider_object_id), tries = tries + $6,
         next_try_at = now() + make_interval(secs => $4)
       WHERE id = $1 AND state = 'RECEIVED' AND next_try_at = $5::timestamptz`,
      [
        webhook.id,
        next.outcome.note,
        next.outcome.providerObjectId,
        next.delaySeconds,
        webhook.leasedUntil,
        next.outcome.kind === 'put_off' ? 0 : 1,
      ],
    );
  }

  /** Stores a body once more that was purged since it came first: sealed for the row that has its hash. */
  private async storeAgain(received: Delivery, bodySha256: Buffer): Promise<void> {
    const events = this.dataSource.getRepository(WebhookEventEntity);
    const row = await events.findOne({
      select: { id: true },
      where: { source: received.source, attemptId: received.attemptId ?? IsNull(), bodySha256 },
    });
    if (!row) throw new Error('A webhook vanished while it was being stored');
    await events.update(row.id, {
      sealedBody: this.cipher.seal(received.body, bodyColumn(row.id)),
      sealedSignature: this.sealedSignature(received.signatureHeaders, bodySha256),
      bodyPurgedAt: null,
      standing: received.standing,
      signatureState: received.signature,
      deliveries: () => 'deliveries + 1',
      lastReceivedAt: () => 'now()',
      state: 'RECEIVED',
      tries: 0,
      nextTryAt: () => 'now()',
    });
  }

  private sealedSignature(headers: SignatureHeaders | null, bodySha256: Buffer): Buffer | null {
    return headers && this.cipher.seal(JSON.stringify(headers), signatureColumn(bodySha256));
  }
}
