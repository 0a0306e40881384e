import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../../platform/database/column-types.js';

/**
 * The link of one audit entry in the chain. Written by `seal_audit_entries()` alone. No foreign key: its locks would
 * write into the entries, and what is missing is for the verifier to find.
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

  /** Of the entry and the hash before it. */
  @Column('bytea')
  hash: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  sealedAt: Date;
}
