import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often an actor learned something of recipients within the minute and the day that began with the first time. */
@Entity('recipient_counts')
export class RecipientCountEntity {
  /** The actor's id; for guesses with the mask, for bank lookups with the hash of the phone number. */
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
