import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * How many recipients an actor has seen or compared in the current minute and on the current day. Both begin with the
 * first use.
 */
@Entity('recipient_counts')
@Check('chk_recipient_counts_raised_to', 'raised_to BETWEEN 301 AND 3000')
export class RecipientCountEntity {
  /** The actor's id; for guesses also the mask, and for bank look-ups also the hash of the phone number. */
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

  /** The limit for this day if two people raised it; null for the default. A new day resets it. */
  @Column('integer', { nullable: true })
  raisedTo: number | null;
}
