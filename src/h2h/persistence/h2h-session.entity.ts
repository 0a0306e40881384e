import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import { OrderEntity } from '../../orders/persistence/order.entity.js';
import type { H2hStatus } from '../domain/h2h-status.js';

@Entity('h2h_sessions')
@Index(['nextPollAt'], { where: 'next_poll_at IS NOT NULL' })
@Check(
  'chk_h2h_sessions_status',
  `status IN ('NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED')`,
)
// At most one code per round, even if several callers send one.
@Check('chk_h2h_sessions_code_sent_round', 'code_sent_round BETWEEN 0 AND code_round')
@Check('chk_h2h_sessions_is_sms_required', 'NOT is_sms_required OR code_sent_round < code_round')
@Check('chk_h2h_sessions_codes_sent', 'codes_sent BETWEEN 0 AND 20')
@Check('chk_h2h_sessions_masked_card_number', `masked_card_number ~ '^[0-9]{6}[*]{2,9}[0-9]{4}$'`)
@Check('chk_h2h_sessions_card_sent_at', `card_sent_at IS NOT NULL OR status = 'NOT_STARTED'`)
// A session is polled from when its card may be at the bank until the session ends.
@Check(
  'chk_h2h_sessions_next_poll_at',
  `(next_poll_at IS NOT NULL) =
     (card_sent_at IS NOT NULL AND status IN ('NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING'))`,
)
export class H2hSessionEntity {
  /** The id of the order, because an order has at most one session. */
  @PrimaryColumn('uuid')
  @ForeignKey(() => OrderEntity)
  id: string;

  @Column('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @Column('uuid')
  providerOrderId: string;

  @Column('text')
  status: H2hStatus;

  @Column('text', { nullable: true })
  providerStatus: string | null;

  @Column('boolean', { default: false })
  isSmsRequired: boolean;

  @Column('integer', { default: 0 })
  codeRound: number;

  @Column('integer', { default: 0 })
  codeSentRound: number;

  @Column('timestamptz', { nullable: true })
  codeSentAt: Date | null;

  /** Number of codes in all rounds that may have reached the bank. */
  @Column('integer', { default: 0 })
  codesSent: number;

  @Column('boolean', { default: false })
  isCodeTaken: boolean;

  @Column('integer', { default: 0 })
  pollsSinceCode: number;

  @Column('boolean', { default: false })
  lastCodeRejected: boolean;

  /** First six and last four digits of the card. */
  @Column('text', { nullable: true })
  maskedCardNumber: string | null;

  @Column('text', { nullable: true })
  cardBrand: string | null;

  /** When a card was sent that may be at the bank; null if no card can be there. */
  @Column('timestamptz', { nullable: true })
  cardSentAt: Date | null;

  /** Whether Purser ended the session after its time limit. */
  @Column('boolean', { default: false })
  isEndedHere: boolean;

  /** A problem for operators, in one sentence; null if there is none. */
  @Column('text', { nullable: true })
  problem: string | null;

  @Column('integer', { default: 0 })
  pollsMade: number;

  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  /** Grows with every change except an unchanged poll. */
  @Column('integer', { default: 0 })
  revision: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
