import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { PayoutAttemptEntity } from '../../core/persistence/payout-attempt.entity.js';
import type { EvidenceKind, NewEvidence } from '../domain/payout-evidence.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';

/** Append-only facts about attempts. A trigger rejects UPDATE and DELETE. */
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

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('jsonb', { default: {} })
  detail: NewEvidence['detail'];

  // The application role may not write this column, so evidence cannot be backdated.
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()', insert: false })
  occurredAt: Date;
}
