import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Facts } from '../../audit/audit-entry.js';
import type { DecisionKind } from '../decision.js';

/** A proposal that a second person confirms or declines. A trigger refuses one that one person proposes and confirms. */
@Entity('decisions')
@Index('uq_decisions_open', ['kind', 'subject'], { unique: true, where: 'ended_as IS NULL' })
@Check('chk_decisions_ended_as', `ended_as IN ('CONFIRMED', 'DECLINED', 'REPLACED', 'EXPIRED')`)
@Check('chk_decisions_end', '(ended_as IS NULL) = (ended_at IS NULL)')
@Check(
  'chk_decisions_two_people',
  `ended_as IS DISTINCT FROM 'CONFIRMED' OR (ended_by IS NOT NULL AND ended_by <> proposed_by)`,
)
export class DecisionEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: DecisionKind;

  /** An id, or a fixed word where there is one such thing. */
  @Column('text')
  subject: string;

  /** All that takes effect. */
  @Column('jsonb')
  content: Facts;

  @Column('text')
  reason: string;

  @Column('uuid')
  proposedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  proposedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('text', { nullable: true })
  endedAs: 'CONFIRMED' | 'DECLINED' | 'REPLACED' | 'EXPIRED' | null;

  @Column('uuid', { nullable: true })
  endedBy: string | null;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
