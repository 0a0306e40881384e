import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: the switch in front of every claim. */
@Entity('payout_gate')
@Check('chk_payout_gate_id', 'id')
export class PayoutGateEntity {
  @PrimaryColumn('boolean', { default: true })
  id: boolean;

  @Column('boolean')
  isOpen: boolean;

  @Column('text')
  reason: string;

  /** The caller; null if the gate shut by itself. */
  @Column('uuid', { nullable: true })
  changedBy: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  changedAt: Date;

  /** The incarnation of the database in which the gate was set. */
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
