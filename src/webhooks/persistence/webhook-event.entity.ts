import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { Standing, WebhookSource, WebhookState } from '../domain/webhook-event.js';

/** One distinct webhook body, however often it was delivered. */
@Entity('webhook_events')
// The migration says NULLS NOT DISTINCT, because most webhooks have no attempt.
@Unique(['source', 'attemptId', 'bodySha256'])
@Index(['nextTryAt'], { where: 'next_try_at IS NOT NULL' })
// For claiming the due webhooks of a queue.
@Index('ix_webhook_events_due', ['source', 'nextTryAt'], {
  where: `next_try_at IS NOT NULL AND standing <> 'UNVERIFIED'`,
})
// Includes the network, for counting how many each network has in the queue.
@Index('ix_webhook_events_unverified_due', { synchronize: false })
// For deleting the oldest processed webhooks from strangers.
@Index('ix_webhook_events_unverified_processed', ['processedAt'], {
  where: `next_try_at IS NULL AND standing = 'UNVERIFIED' AND source = 'PAYOUTS'`,
})
@Index('ix_webhook_events_unknown_token', ['senderNetwork', 'firstReceivedAt'], {
  where: `source = 'UNKNOWN_PAYOUT_TOKEN' AND standing = 'UNVERIFIED' AND sealed_body IS NOT NULL`,
})
@Index(['firstReceivedAt', 'id'])
@Index(['accountId', 'firstReceivedAt', 'id'], { where: 'account_id IS NOT NULL' })
@Index(['subjectId'], { where: 'subject_id IS NOT NULL' })
@Index('ix_webhook_events_failed', ['firstReceivedAt', 'id'], { where: `state = 'FAILED'` })
// For retention. A row leaves the index when its body is purged.
@Index('ix_webhook_events_body_kept', ['lastReceivedAt'], {
  where: `sealed_body IS NOT NULL AND state <> 'RECEIVED'`,
})
@Check('chk_webhook_events_source', `source IN ('ORDERS', 'PAYOUTS', 'UNKNOWN_PAYOUT_TOKEN')`)
@Check('chk_webhook_events_body_sha256', 'length(body_sha256) = 32')
@Check('chk_webhook_events_state', `state IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'FAILED')`)
@Check('chk_webhook_events_standing', `standing IN ('VERIFIED', 'BOUND', 'UNVERIFIED')`)
@Check('chk_webhook_events_signature_state', `signature_state IN ('valid', 'invalid', 'missing', 'not_configured')`)
// A webhook has a due time exactly while it is still to be processed.
@Check('chk_webhook_events_next_try_at', `(state = 'RECEIVED') = (next_try_at IS NOT NULL)`)
// A webhook that is still to be processed has its body, and a purged one has the time of the purge.
@Check('chk_webhook_events_body_kept', `state <> 'RECEIVED' OR sealed_body IS NOT NULL`)
@Check('chk_webhook_events_body_purged_at', '(sealed_body IS NULL) = (body_purged_at IS NOT NULL)')
export class WebhookEventEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  source: WebhookSource;

  @Column({ type: 'bytea' })
  bodySha256: Buffer;

  @Column('integer')
  bodyBytes: number;

  /** The raw bytes, sealed by `FieldCipher`, because their content is undocumented. Null once purged. */
  @Column({ type: 'bytea', select: false, nullable: true })
  sealedBody: Buffer | null;

  /** Encrypted headers that may contain the signature; null if the last delivery had none. */
  @Column({ type: 'bytea', select: false, nullable: true })
  sealedSignature: Buffer | null;

  @Column('timestamptz', { nullable: true })
  bodyPurgedAt: Date | null;

  @Column('text', { nullable: true })
  contentType: string | null;

  @Column('uuid', { nullable: true })
  attemptId: string | null;

  /** Whether the signature is valid; null if no signature is expected. */
  @Column('text', { nullable: true })
  signatureState: SignatureVerdict | null;

  /** The strongest proof that any of its deliveries had. */
  @Column('text', { default: 'VERIFIED' })
  standing: Standing;

  /** The network of a sender that nothing vouches for; null otherwise, and once the body is purged. */
  @Column('text', { nullable: true })
  senderNetwork: string | null;

  @Column('integer', { default: 1 })
  deliveries: number;

  @Column('text', { default: 'RECEIVED' })
  state: WebhookState;

  /** Why the webhook was ignored, is retried, or failed. */
  @Column('text', { nullable: true })
  note: string | null;

  @Index()
  @Column('uuid', { nullable: true })
  providerObjectId: string | null;

  @Column('uuid', { nullable: true })
  subjectId: string | null;

  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('integer', { default: 0 })
  tries: number;

  @Column('integer', { default: 0 })
  replays: number;

  @Column('timestamptz', { nullable: true })
  replayedAt: Date | null;

  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextTryAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  firstReceivedAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastReceivedAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;
}
