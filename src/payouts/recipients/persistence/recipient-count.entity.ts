import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often an actor learned something of recipients within the minute and the day that began with the first time. */
@Entity('recipient_counts')
@Check('chk_recipient_counts_raised_to', 'raised_to BETWEEN 301 AND 3000')
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

  /** How many readings of the day two people agreed on; null for the usual number, and in the next day. */
  @Column('integer', { nullable: true })
  raisedTo: number | null;
}
