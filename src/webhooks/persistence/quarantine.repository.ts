import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { newId } from '../../common/ids.js';
import { FieldCipher } from '../../database/field-cipher.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { bodyColumn } from './webhook-event-columns.js';

// Enough to see what happened after a restore; strangers cannot fill the disk with more.
const MAX_UNSIGNED = 1_000;

/** A body that came with a token nobody issued. */
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

const INSERT = `INSERT INTO webhook_events AS event (id, source, body_sha256, body_bytes, sealed_body, content_type,
    signature_state, provider_object_id, sender_network, standing, state, note, next_try_at)
  VALUES ($1, 'UNKNOWN_PAYOUT_TOKEN', $2, $3, $4, $5, $6, $7, $8, $9, 'IGNORED', $10, NULL)
  ON CONFLICT ON CONSTRAINT uq_webhook_events_source_attempt_id_body_sha256 DO UPDATE SET
    deliveries = event.deliveries + 1, last_received_at = now(),
    note = CASE WHEN event.standing = 'VERIFIED' THEN event.note ELSE excluded.note END,
    standing = CASE WHEN event.standing = 'VERIFIED' THEN event.standing ELSE excluded.standing END,
    signature_state = CASE WHEN event.standing = 'VERIFIED' THEN event.signature_state ELSE excluded.signature_state END
  RETURNING id, sealed_body IS NULL AS "isPurged"`;

/**
 * Keeps what came with a token nobody issued, for people to look at: after a restore it may be the only trace of a
 * payout.
 */
@Injectable()
export class QuarantineRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: FieldCipher,
  ) {}

  /** Counts one more delivery of a body that is kept already. */
  async repeat(body: Buffer): Promise<boolean> {
    const { affected } = await this.dataSource.getRepository(WebhookEventEntity).update(
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
   * Keeps a body that nothing vouches for, while there is room. Once there is none, a network gets the place of another
   * that has more: whoever was first cannot keep the others out. False when there is no place.
   */
  async keepUnsigned(received: QuarantinedDelivery): Promise<boolean> {
    const shares = await this.dataSource.query<NetworkShare[]>(
      `SELECT coalesce(sender_network, 'unknown') AS network, count(*)::integer AS count FROM webhook_events
       WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'UNVERIFIED' AND sealed_body IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC`,
    );
    if (shares.reduce((sum, { count }) => sum + count, 0) >= MAX_UNSIGNED) {
      const own = shares.find(({ network }) => network === received.senderNetwork)?.count ?? 0;
      const [largest] = shares;
      if (!largest || largest.count <= own + 1) return false;
      await this.dropNewestOf(largest.network);
    }
    await this.insert(received, { standing: 'UNVERIFIED', note: 'No attempt has this callback token.' });
    return true;
  }

  /** Keeps a body with a valid signature, always, and tells whether the id it names was reported before. */
  async keepSigned(received: QuarantinedDelivery): Promise<{ readonly eventId: string; readonly isReported: boolean }> {
    const eventId = await this.insert(received, {
      standing: 'VERIFIED',
      note: 'No attempt has this callback token, and the signature is valid: the database may have lost a payout.',
    });
    const [row] = await this.dataSource.query<{ isReported: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM webhook_events AS other
         WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'VERIFIED' AND processed_at IS NOT NULL
           AND (other.id = event.id OR other.provider_object_id = event.provider_object_id)) AS "isReported"
       FROM webhook_events AS event WHERE id = $1`,
      [eventId],
    );
    return { eventId, isReported: row?.isReported ?? false };
  }

  /** Notes that people were told. */
  async markReported(eventId: string): Promise<void> {
    await this.dataSource.getRepository(WebhookEventEntity).update(eventId, { processedAt: () => 'now()' });
  }

  private async dropNewestOf(network: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM webhook_events WHERE id = (SELECT id FROM webhook_events
         WHERE source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'UNVERIFIED' AND sealed_body IS NOT NULL
           AND coalesce(sender_network, 'unknown') = $1
         ORDER BY first_received_at DESC LIMIT 1)`,
      [network],
    );
  }

  private async insert(
    received: QuarantinedDelivery,
    { standing, note }: { readonly standing: 'VERIFIED' | 'UNVERIFIED'; readonly note: string },
  ): Promise<string> {
    const id = newId();
    const [stored] = await this.dataSource.query<{ id: string; isPurged: boolean }[]>(INSERT, [
      id,
      sha256(received.body),
      received.body.length,
      this.cipher.seal(received.body, bodyColumn(id)),
      received.contentType,
      received.signature,
      received.providerObjectId,
      standing === 'VERIFIED' ? null : received.senderNetwork,
      standing,
      note,
    ]);
    if (!stored) throw new Error('A webhook in quarantine was not stored');
    if (stored.isPurged) {
      const sealedBody = this.cipher.seal(received.body, bodyColumn(stored.id));
      const purged = { id: stored.id, sealedBody: IsNull() };
      await this.dataSource.getRepository(WebhookEventEntity).update(purged, { sealedBody, bodyPurgedAt: null });
    }
    return stored.id;
  }
}

function sha256(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
