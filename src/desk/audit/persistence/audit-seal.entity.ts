import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../../platform/database/column-types.js';

/**
 * The chain link for one audit entry. Only `seal_audit_entries()` writes it. There is no foreign key, because its locks
 * would write to the entries; the verifier reports missing entries.
 */
@Entity('audit_seals')
@Check('chk_audit_seals_seq', 'seq > 0')
@Check('chk_audit_seals_hash', 'octet_length(hash) = 32')
export class AuditSealEntity {
  @PrimaryColumn('bigint')
  seq: string;

  @Column('uuid', { unique: true })
  entryId: string;

  @Column('integer')
  entryIncarnation: number;

  @Column({ type: XID8 })
  entryTxId: string;

  @Column('bytea')
  hash: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  sealedAt: Date;
}
