import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature.verifier.js';
import type { Standing, WebhookSource, WebhookState } from '../domain/webhook-event.js';

/** One distinct webhook body, however often it was delivered. */
@Entity('webhook_events')
export class WebhookEventEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  source: WebhookSource;

  @Column({ type: 'bytea' })
  bodySha256: Buffer;

  @Column('integer')
  bodyBytes: number;

  /** The raw bytes, sealed by `FieldCipher`: what a provider puts into a body is not documented. Null once purged. */
  @Column({ type: 'bytea', select: false, nullable: true })
  sealedBody: Buffer | null;

  /** The headers its signature may be in, sealed too; null when none of the last delivery looks like one. */
  @Column({ type: 'bytea', select: false, nullable: true })
  sealedSignature: Buffer | null;

  @Column('timestamptz', { nullable: true })
  bodyPurgedAt: Date | null;

  @Column('text', { nullable: true })
  contentType: string | null;

  /** The attempt at whose own callback URL it arrived. */
  @Column('uuid', { nullable: true })
  attemptId: string | null;

  /** What its signature proved; null where none is expected. */
  @Column('text', { nullable: true })
  signatureState: SignatureVerdict | null;

  /** What vouches for the best of its deliveries. */
  @Column('text')
  standing: Standing;

  /** Where it came from when nothing vouches for it; null once its body is purged. */
  @Column('text', { nullable: true })
  senderNetwork: string | null;

  @Column('integer')
  deliveries: number;

  @Column('text')
  state: WebhookState;

  /** Why it was ignored, is tried again, or was given up. */
  @Column('text', { nullable: true })
  note: string | null;

  @Column('uuid', { nullable: true })
  providerObjectId: string | null;

  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** The account of that object. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('integer')
  tries: number;

  /** How often people had it dealt with again. */
  @Column('integer')
  replays: number;

  @Column('timestamptz', { nullable: true })
  replayedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  nextTryAt: Date | null;

  @Column('timestamptz')
  firstReceivedAt: Date;

  @Column('timestamptz')
  lastReceivedAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;
}
