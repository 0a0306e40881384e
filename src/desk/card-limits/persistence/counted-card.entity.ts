import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CardSubject } from '../domain/card-subject.js';

/** A counted card without an end. Its row is deleted with the end, so each end counts once. */
@Entity('counted_cards')
export class CountedCardEntity {
  /** No foreign key: orders belong to a higher tier. */
  @PrimaryColumn('uuid')
  orderId: string;

  @Column('text', { array: true })
  subjects: CardSubject[];

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  countedAt: Date;
}
