import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw, type Repository } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import { inSeconds } from '../../platform/database/query-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { claimDueRows } from '../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { SignatureHeaders } from '../../provider/signature/signature-headers.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { ReplayedSource, Standing, WebhookQueue, WebhookSource } from '../domain/webhook-event.js';
import type { WebhookOutcome, WebhookSubjects } from '../webhook-handler.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { bodyColumn, signatureColumn } from './webhook-event-columns.js';
import { type NewWebhook, storeWebhooks, webhookKey } from './webhook-events.sql.js';

// A try makes at most three reads, each bounded by the provider's time-out with retries. After that its process is
// dead.
const LEASE_SECONDS = 120;

const QUEUES: Readonly<Record<WebhookQueue, string>> = {
  orders: `source = 'ORDERS' AND standing <> 'UNVERIFIED'`,
  // A signed webhook at an unknown token is about a payout that the database lost.
  payouts: `source IN ('PAYOUTS', 'UNKNOWN_PAYOUT_TOKEN') AND standing <> 'UNVERIFIED'`,
  unverified: `standing = 'UNVERIFIED'`,
};

/** A stored webhook; `openBody` decrypts its body. */
export interface StoredWebhook {
  readonly id: string;
  readonly source: WebhookSource;
  readonly standing: Standing;
  readonly attemptId: string | null;
  readonly tries: number;
  /** Lease of the claim. A delivery or replay that makes the webhook due again changes this time. */
  readonly leasedUntil: string;
  readonly sealedBody: Buffer;
}

/** A body as delivered, and what vouches for it. */
export interface Delivery {
  readonly source: ReplayedSource;
  readonly body: Buffer;
  readonly contentType: string | null;
  readonly attemptId: string | null;
  readonly signature: SignatureVerdict | null;
  /** Headers that may contain its signature; null if there are none. */
  readonly signatureHeaders: SignatureHeaders | null;
  readonly standing: Standing;
  /** The id it names, if it was already parsed. */
  readonly providerObjectId: string | null;
  /** The sender's network; null if something vouches for the delivery. */
  readonly senderNetwork: string | null;
}

@Injectable()
export class WebhookEventsRepository {
  constructor(
    @InjectRepository(WebhookEventEntity) private readonly events: Repository<WebhookEventEntity>,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Stores bodies, or counts another delivery of each stored one, which makes it due again, at once or later depending on
   * what vouches for it. The best signature and standing of all deliveries are kept. Different bodies share one statement.
   * Committed on return.
   */
  async store(deliveries: readonly Delivery[]): Promise<void> {
    const first = new Map<string, { readonly delivery: Delivery; readonly webhook: NewWebhook }>();
    const copies: Delivery[] = [];
    for (const delivery of deliveries) {
      const webhook = this.newWebhook(delivery);
      if (first.has(webhookKey(webhook))) copies.push(delivery);
      else first.set(webhookKey(webhook), { delivery, webhook });
    }
    const different = [...first.values()];
    const stored = await storeWebhooks(
      this.events,
      different.map(({ webhook }) => webhook),
      { areDue: true },
    );
    for (const [index, { delivery, webhook }] of different.entries()) {
      if (!stored[index]) await this.storeAgain(delivery, webhook.bodySha256);
    }
    for (const copy of copies) await this.store([copy]);
  }

  /** Returns the id to which an object is bound; null if none is. */
  async findBound(subjects: WebhookSubjects, ids: readonly string[]): Promise<string | null> {
    if (ids.length === 0) return null;
    const column = `s.${subjects.providerIdColumn}`;
    const isNamed = `${column} = ANY(:ids)`;
    const named = this.events.manager.createQueryBuilder().select(column, 'id').from(subjects.table, 's').limit(1);
    const row = await named.where(isNamed, { ids }).getRawOne<{ id: string }>();
    return row?.id ?? null;
  }

  async claimDue(tx: Transaction, queue: WebhookQueue, limit: number): Promise<StoredWebhook[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'webhook_events', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS, only: QUEUES[queue] },
      limit,
    );
    const claimed = tx
      .repository(WebhookEventEntity)
      .createQueryBuilder('e')
      .where({ id: In(ids) });
    return claimed
      .select(
        `e.id, e.source, e.standing, e.attempt_id AS "attemptId", e.tries, e.next_try_at::text AS "leasedUntil",
         e.sealed_body AS "sealedBody"`,
      )
      .getRawMany<StoredWebhook>();
  }

  /** @throws Error if it was not sealed with this key for this row */
  openBody({ id, sealedBody }: Pick<StoredWebhook, 'id' | 'sealedBody'>): Buffer {
    return this.cipher.unseal(sealedBody, bodyColumn(id));
  }

  async postpone(
    tx: Transaction,
    webhook: StoredWebhook,
    next: {
      readonly delaySeconds: number;
      readonly outcome: Extract<WebhookOutcome, { kind: 'try_again' | 'put_off' }>;
    },
  ): Promise<void> {
    const { kind, note, providerObjectId } = next.outcome;
    const isClaimed = Raw((column) => `${column} = CAST(:leasedUntil AS timestamptz)`, {
      leasedUntil: webhook.leasedUntil,
    });
    const which = { id: webhook.id, state: 'RECEIVED' as const, nextTryAt: isClaimed };
    await tx.repository(WebhookEventEntity).update(which, {
      note,
      ...(providerObjectId !== null && { providerObjectId }),
      ...(kind === 'try_again' && { tries: () => 'tries + 1' }),
      nextTryAt: inSeconds(next.delaySeconds),
    });
  }

  /** Stores a purged body again, sealed for the row with its hash. */
  private async storeAgain(received: Delivery, bodySha256: Buffer): Promise<void> {
    const row = await this.events.findOne({
      select: { id: true },
      where: { source: received.source, attemptId: received.attemptId ?? IsNull(), bodySha256 },
    });
    if (!row) throw new Error('A webhook vanished while it was being stored');
    await this.events.update(row.id, {
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

  private newWebhook(received: Delivery): NewWebhook {
    const id = newId();
    const bodySha256 = createHash('sha256').update(received.body).digest();
    return {
      ...received,
      id,
      bodySha256,
      bodyBytes: received.body.length,
      sealedBody: this.cipher.seal(received.body, bodyColumn(id)),
      signatureState: received.signature,
      sealedSignature: this.sealedSignature(received.signatureHeaders, bodySha256),
    };
  }

  private sealedSignature(headers: SignatureHeaders | null, bodySha256: Buffer): Buffer | null {
    return headers && this.cipher.seal(JSON.stringify(headers), signatureColumn(bodySha256));
  }
}
