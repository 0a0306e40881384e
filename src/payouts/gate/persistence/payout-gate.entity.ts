import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('payout_gate')
@Check('chk_payout_gate_id', 'id')
export class PayoutGateEntity {
  @PrimaryColumn('boolean', { default: true })
  id: boolean;

  @Column('boolean')
  isOpen: boolean;

  @Column('text')
  reason: string;

  @Column('uuid', { nullable: true })
  changedBy: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  changedAt: Date;

  @Column('integer')
  incarnation: number;

  /**
   * The time from which every new payout needs an approval, because the database may have lost payouts. Null otherwise,
   * and after two people ended this.
   */
  @Column('timestamptz', { nullable: true })
  restoredAt: Date | null;

  /** How often a process found the database at an earlier position than it had seen before. */
  @Column('integer', { default: 0 })
  setbacks: number;
}
