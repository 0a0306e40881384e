import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CardSubject } from '../domain/card-subject.js';

/** How many cards one subject sent lately. Counts are halved with each window that ends; see the repository. */
@Entity('card_counts')
// Refuses whatever is more than six digits, the id of a caller, or a keyed hash of 16 bytes.
@Check(
  'chk_card_counts_subject',
  `subject ~ '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$'`,
)
@Check('chk_card_counts_cards', 'cards >= 0 AND paid >= 0 AND declined >= 0')
export class CardCountEntity {
  @PrimaryColumn('text')
  subject: CardSubject;

  @Column('integer', { default: 0 })
  cards: number;

  @Column('integer', { default: 0 })
  paid: number;

  @Column('integer', { default: 0 })
  declined: number;

  /** The beginning of its present window. */
  @Index()
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  countedSince: Date;

  /** Until when no card is sent; may have passed. */
  @Column('timestamptz', { nullable: true })
  blockedUntil: Date | null;
}
