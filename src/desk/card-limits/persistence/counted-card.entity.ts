import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CardSubject } from '../domain/card-subject.js';

/** A card that was counted and has no end yet. Its row goes with its end, so that the end is counted once. */
@Entity('counted_cards')
export class CountedCardEntity {
  /** No foreign key: orders are of a tier above, and each of these goes by itself. */
  @PrimaryColumn('uuid')
  orderId: string;

  @Column('text', { array: true })
  subjects: CardSubject[];

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  countedAt: Date;
}
