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

// One try makes at most three reads, each limited by the provider's time-out with retries. After this time the process
// that claimed the webhook must be dead.
const LEASE_SECONDS = 120;

const QUEUES: Readonly<Record<WebhookQueue, string>> = {
  orders: `source = 'ORDERS' AND standing <> 'UNVERIFIED'`,
  // A signed webhook with an unknown token is about a payout that the database lost.
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
  /** Time until which the webhook is claimed. A delivery or replay that makes the webhook due again changes it. */
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
  /** Headers that may contain the signature; null if there are none. */
  readonly signatureHeaders: SignatureHeaders | null;
  readonly standing: Standing;
  /** The provider id that the body names, if the body was already parsed. */
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
   * Stores bodies. A body that is already stored counts as another delivery, which makes the webhook due again,
   * immediately or later depending on what vouches for the delivery. The best signature and standing of all deliveries
   * are kept. One statement stores all different bodies. They are committed when the promise resolves.
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

  /** Returns one of these provider ids that a stored object has; null if none of them is known. */
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

  /** @throws Error if the body was not encrypted with this key for this row */
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

  /** Stores a body again after it was purged, in the row that still has its hash. */
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
