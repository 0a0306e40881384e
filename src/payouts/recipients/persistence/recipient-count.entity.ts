import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often an actor learned something of recipients within the minute and the day that began with the first time. */
@Entity('recipient_counts')
export class RecipientCountEntity {
  /** What is counted, and whose: an actor's id, with the mask for guesses and the number's hash for bank lookups. */
  @PrimaryColumn('text')
  name: string;

  @Column('integer', { default: 1 })
  inMinute: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  minuteBeganAt: Date;

  @Column('integer', { default: 1 })
  inDay: number;

  @Index()
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  dayBeganAt: Date;
}
