import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AttemptState } from '../domain/attempt-state.js';

/** One call to the payment service, recorded before it is made. */
@Entity('payout_attempts')
export class PayoutAttemptEntity {
  /** What the provider is given as `externalId`. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  payoutId: string;

  @Column('integer')
  number: number;

  @Column('text')
  state: AttemptState;

  /** SHA-256 of the token in its callback URL; the token itself exists only at the provider. */
  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  /** Why it ended as it did, as the provider client's word. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('integer', { nullable: true })
  httpStatus: number | null;

  @Column('uuid', { nullable: true })
  providerPayoutId: string | null;

  @Column('timestamptz')
  claimedAt: Date;

  @Column('timestamptz')
  deadlineAt: Date;

  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  /** The first id that an unusable answer named: a trace to follow, never a binding. The others are in the evidence. */
  @Column('uuid', { nullable: true })
  namedPayoutId: string | null;

  @Column('integer')
  tracesMade: number;

  @Column('timestamptz', { nullable: true })
  nextTraceAt: Date | null;
}
