import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Raw, Repository } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { bodyColumn } from './webhook-event-columns.js';
import { storeWebhooks } from './webhook-events.sql.js';

// Enough to see what happened after a restore. Limits the disk space that strangers can use.
const MAX_UNSIGNED = 1_000;

export interface QuarantinedDelivery {
  readonly body: Buffer;
  readonly contentType: string | null;
  readonly signature: SignatureVerdict;
  readonly providerObjectId: string | null;
  readonly senderNetwork: string;
}

interface NetworkShare {
  readonly network: string;
  readonly count: number;
}

/** Webhooks without a valid signature whose bodies are still stored. */
const UNSIGNED = { source: 'UNKNOWN_PAYOUT_TOKEN', standing: 'UNVERIFIED', sealedBody: Not(IsNull()) } as const;

/** Stores webhooks with unknown tokens for people to read: after a restore they may be the only trace of a payout. */
@Injectable()
export class QuarantineRepository {
  constructor(
    @InjectRepository(WebhookEventEntity) private readonly events: Repository<WebhookEventEntity>,
    private readonly cipher: FieldCipher,
  ) {}

  async repeat(body: Buffer): Promise<boolean> {
    const { affected } = await this.events.update(
      {
        source: 'UNKNOWN_PAYOUT_TOKEN',
        attemptId: IsNull(),
        bodySha256: sha256(body),
        sealedBody: Not(IsNull()),
      },
      { deliveries: () => 'deliveries + 1', lastReceivedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /**
   * Stores an unsigned body if there is room. If there is none, drops a body from the network with the most, provided
   * that the sender's network has clearly fewer, so early senders cannot shut out later ones. Returns false if nothing
   * was stored.
   */
  async keepUnsigned(received: QuarantinedDelivery): Promise<boolean> {
    const shares = await this.events
      .createQueryBuilder('event')
      .select(`coalesce(event.sender_network, 'unknown')`, 'network')
      .addSelect('count(*)::integer', 'count')
      .where(UNSIGNED)
      .groupBy('network')
      .orderBy('count', 'DESC')
      .getRawMany<NetworkShare>();
    if (shares.reduce((sum, { count }) => sum + count, 0) >= MAX_UNSIGNED) {
      const own = shares.find(({ network }) => network === received.senderNetwork)?.count ?? 0;
      const [largest] = shares;
      if (!largest || largest.count <= own + 1) return false;
      await this.dropNewestOf(largest.network);
    }
    await this.insert(received, { standing: 'UNVERIFIED', note: 'No attempt has this callback token.' });
    return true;
  }

  /**
   * Stores a signed body regardless of room. Returns whether this webhook, or another about the same object, was
   * already reported.
   */
  async keepSigned(received: QuarantinedDelivery): Promise<{ readonly eventId: string; readonly isReported: boolean }> {
    const eventId = await this.insert(received, {
      standing: 'VERIFIED',
      note: 'No attempt has this callback token, and the signature is valid: the database may have lost a payout.',
    });
    const reported = { source: 'UNKNOWN_PAYOUT_TOKEN', standing: 'VERIFIED', processedAt: Not(IsNull()) } as const;
    const { providerObjectId } = received;
    const isReported = await this.events.existsBy([
      { ...reported, id: eventId },
      ...(providerObjectId === null ? [] : [{ ...reported, providerObjectId }]),
    ]);
    return { eventId, isReported };
  }

  async markReported(eventId: string): Promise<void> {
    await this.events.update(eventId, { processedAt: () => 'now()' });
  }

  private async dropNewestOf(network: string): Promise<void> {
    const senderNetwork = Raw((column) => `coalesce(${column}, 'unknown') = :network`, { network });
    const newest = await this.events.findOne({
      select: { id: true },
      where: { ...UNSIGNED, senderNetwork },
      order: { firstReceivedAt: 'DESC' },
    });
    if (newest) await this.events.delete(newest.id);
  }

  /** Stores a signed body again after it was purged, and schedules its read-back. */
  private async storeAgain(received: QuarantinedDelivery): Promise<string> {
    const row = await this.events.findOne({
      select: { id: true },
      where: { source: 'UNKNOWN_PAYOUT_TOKEN', attemptId: IsNull(), bodySha256: sha256(received.body) },
    });
    if (!row) throw new Error('A webhook in quarantine was not stored');
    await this.events.update(row.id, {
      sealedBody: this.cipher.seal(received.body, bodyColumn(row.id)),
      bodyPurgedAt: null,
      standing: 'VERIFIED',
      signatureState: received.signature,
      state: 'RECEIVED',
      tries: 0,
      nextTryAt: () => 'now()',
    });
    return row.id;
  }

  private async insert(
    received: QuarantinedDelivery,
    { standing, note }: { readonly standing: 'VERIFIED' | 'UNVERIFIED'; readonly note: string },
  ): Promise<string> {
    const id = newId();
    const webhook = {
      id,
      source: 'UNKNOWN_PAYOUT_TOKEN' as const,
      bodySha256: sha256(received.body),
      bodyBytes: received.body.length,
      sealedBody: this.cipher.seal(received.body, bodyColumn(id)),
      contentType: received.contentType,
      signatureState: received.signature,
      providerObjectId: received.providerObjectId,
      senderNetwork: standing === 'VERIFIED' ? null : received.senderNetwork,
      standing,
      note,
    };
    // The verified queue picks up a signed webhook and reads its object back.
    const [stored] = await storeWebhooks(this.events, [webhook], { areDue: standing === 'VERIFIED' });
    if (!stored) return this.storeAgain(received);
    if (stored.isPurged) {
      const sealedBody = this.cipher.seal(received.body, bodyColumn(stored.id));
      const purged = { id: stored.id, sealedBody: IsNull() };
      await this.events.update(purged, { sealedBody, bodyPurgedAt: null });
    }
    return stored.id;
  }
}

function sha256(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
