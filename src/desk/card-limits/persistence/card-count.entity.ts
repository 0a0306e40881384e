import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CARD_SUBJECT_PATTERN, type CardSubject } from '../domain/card-subject.js';

/** Recent cards of one subject. The counts are halved after each window, as described in the repository. */
@Entity('card_counts')
@Check('chk_card_counts_subject', `subject ~ '${CARD_SUBJECT_PATTERN}'`)
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

  @Index()
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  countedSince: Date;

  /** No cards are sent until this time, which may be in the past. */
  @Column('timestamptz', { nullable: true })
  blockedUntil: Date | null;
}
