import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../../platform/database/column-types.js';
import type { AuditActorKind, Facts } from '../audit-entry.js';

/** An action or a refusal. Append-only: a trigger rejects UPDATE and DELETE. */
@Entity('audit_entries')
// The order in which entries are sealed, explained in docs/adr/0015.
@Index(['incarnation', 'txId', 'id'])
@Index(['occurredAt', 'id'])
@Index('ix_audit_entries_subject_id', ['subjectId', 'occurredAt'])
@Index('ix_audit_entries_actor_id', ['actorId', 'occurredAt'])
@Check('chk_audit_entries_actor_kind', `actor_kind IN ('PURSER', 'API_KEY', 'PERSON')`)
@Check('chk_audit_entries_actor', `(actor_kind = 'PURSER') = (actor_id IS NULL)`)
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('integer', { default: () => 'current_incarnation()' })
  incarnation: number;

  @Column({ type: XID8, default: () => 'pg_current_xact_id()' })
  txId: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  occurredAt: Date;

  @Column('text')
  action: string;

  @Column('text')
  subjectType: string;

  @Column('text', { nullable: true })
  subjectId: string | null;

  @Column('jsonb', { nullable: true })
  before: Facts | null;

  @Column('jsonb', { nullable: true })
  after: Facts | null;

  @Column('text', { nullable: true })
  reason: string | null;

  /** Null if Purser itself acted. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text', { nullable: true })
  actorName: string | null;

  @Column('text')
  actorKind: AuditActorKind;

  @Column('text', { nullable: true })
  operation: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('text', { nullable: true })
  clientAddress: string | null;
}
