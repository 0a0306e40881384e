import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CardSubject } from '../domain/card-subject.js';

/**
 * A counted card without an outcome yet. The row is deleted with the outcome, so that each outcome is counted only
 * once.
 */
@Entity('counted_cards')
export class CountedCardEntity {
  /** There is no foreign key, because orders belong to a higher module. */
  @PrimaryColumn('uuid')
  orderId: string;

  @Column('text', { array: true })
  subjects: CardSubject[];

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  countedAt: Date;
}
