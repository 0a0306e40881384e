import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { PayoutAttemptEntity } from '../../core/persistence/payout-attempt.entity.js';
import type { EvidenceKind, NewEvidence } from '../domain/payout-evidence.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';

/** The facts known about an attempt beyond its state. Written once, never changed: a trigger refuses it. */
@Entity('payout_evidence')
@Index(['providerPayoutId'], { where: 'provider_payout_id IS NOT NULL' })
@Check(
  'chk_payout_evidence_kind',
  `kind IN ('RESPONSE', 'RESPONSE_UNUSABLE', 'CALLBACK_URL', 'WEBHOOK_AT_TOKEN', 'OPERATOR_BOUND', 'OPERATORS_CLOSED',
     'DUPLICATE', 'BINDING_DISPROVED')`,
)
export class PayoutEvidenceEntity implements NewEvidence {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Index()
  @Column('uuid')
  @ForeignKey(() => PayoutEntity)
  payoutId: string;

  @Column('uuid')
  @ForeignKey(() => PayoutAttemptEntity)
  attemptId: string;

  @Column('text')
  kind: EvidenceKind;

  @Column('uuid', { nullable: true })
  providerPayoutId: string | null;

  /** The caller; null for evidence that speaks for itself. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  /** Ids and words; never personal data. */
  @Column('jsonb', { default: {} })
  detail: NewEvidence['detail'];

  // The application's role may not write it, so that nothing is dated back.
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()', insert: false })
  occurredAt: Date;
}
