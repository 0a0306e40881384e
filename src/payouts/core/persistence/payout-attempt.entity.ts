import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AttemptReason } from '../domain/attempt-reason.js';
import type { AttemptState } from '../domain/attempt-state.js';
import { PayoutEntity } from './payout.entity.js';

/** An attempt to send a payout: one call to the provider, recorded before the call is made. */
@Entity('payout_attempts')
@Unique(['payoutId', 'number'])
// Prevents double payment: the database refuses a second attempt while one may have been paid.
@Index('uq_payout_attempts_one_live', ['payoutId'], {
  unique: true,
  where: `state IN ('CLAIMED', 'UNKNOWN', 'ACCEPTED')`,
})
@Index(['deadlineAt'], { where: `state = 'CLAIMED'` })
@Index(['claimedAt'])
@Index('ix_payout_attempts_unknown', ['outcomeAt'], { where: `state = 'UNKNOWN'` })
@Index(['nextNamedPollAt'], { where: 'next_named_poll_at IS NOT NULL' })
@Check('chk_payout_attempts_token_hash', 'length(token_hash) = 32')
@Check('chk_payout_attempts_state', `state IN ('CLAIMED', 'NOT_SENT', 'REJECTED', 'ACCEPTED', 'UNKNOWN', 'CLOSED')`)
@Check('chk_payout_attempts_accepted', `state <> 'ACCEPTED' OR provider_payout_id IS NOT NULL`)
@Check('chk_payout_attempts_next_named_poll_at', 'next_named_poll_at IS NULL OR named_payout_id IS NOT NULL')
export class PayoutAttemptEntity {
  /** Also sent to the provider, as `externalId`. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => PayoutEntity)
  payoutId: string;

  @Column('integer')
  number: number;

  @Column('text')
  state: AttemptState;

  /** SHA-256 of the token in the attempt's callback URL. Only the provider keeps the token itself. */
  @Column('bytea', { unique: true })
  tokenHash: Buffer;

  @Column('text', { nullable: true })
  reason: AttemptReason | null;

  @Column('integer', { nullable: true })
  httpStatus: number | null;

  @Column('uuid', { nullable: true, unique: true })
  providerPayoutId: string | null;

  @Column('timestamptz')
  claimedAt: Date;

  @Column('timestamptz')
  deadlineAt: Date;

  @Column('timestamptz', { nullable: true })
  outcomeAt: Date | null;

  /**
   * The first provider id in an unusable answer. Purser polls it, but it binds nothing. Further ids are stored as
   * evidence.
   */
  @Column('uuid', { nullable: true })
  namedPayoutId: string | null;

  @Column('integer', { default: 0 })
  namedPollsMade: number;

  @Column('timestamptz', { nullable: true })
  nextNamedPollAt: Date | null;
}
