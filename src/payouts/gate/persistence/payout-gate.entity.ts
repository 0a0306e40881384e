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
   * Since when the database may lack payouts, so that every new payout needs an approval. Null once two people ended
   * that.
   */
  @Column('timestamptz', { nullable: true })
  restoredAt: Date | null;

  /** How often a process found the database behind what it had seen. */
  @Column('integer', { default: 0 })
  setbacks: number;
}
