import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../../desk/accounts/persistence/account.entity.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { FieldFingerprint } from '../../../common/field-fingerprint.js';
import type { PayoutPaymentType } from '../../../provider/profile/payout-destination.js';
import type { PayoutBlock } from '../domain/payout-limit-kind.js';
import type { ApprovalReason, PayoutStatus, ProviderPayoutState } from '../domain/payout-status.js';
import type { StoredWait } from '../domain/payout-wait.js';
import type { SubmissionState } from '../domain/submission-state.js';

/** A payment from the merchant to a recipient. A trigger prevents a payout without its approvals from being sent. */
@Entity('payouts')
@Unique(['accountId', 'idempotencyKey'])
@Index(['nextAttemptAt'], { where: 'next_attempt_at IS NOT NULL' })
@Index(['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
// For finding possible duplicates, recent or still open. Because the index contains the amount, a recipient who was
// paid ten thousand times costs only the payouts with the same amount.
@Index(['recipientHash', 'createdAt'])
@Index(['recipientHash', 'amount'])
@Index(['requisitesHash', 'createdAt'])
@Index(['requisitesHash', 'claimedOn'])
// Includes the summed columns, so the table itself is read only for payouts that changed since the last vacuum.
@Index('ix_payouts_claimed_on_currency', { synchronize: false })
@Index(['userIdHash', 'createdAt'], { where: 'user_id_hash IS NOT NULL' })
@Index(['externalId'], { where: 'external_id IS NOT NULL' })
// Indexes on expressions, for the search.
@Index('ix_payouts_id_end', { synchronize: false })
@Index('ix_payouts_provider_payout_id_end', { synchronize: false })
@Index('ix_payouts_external_id_beginning', { synchronize: false })
@Index('ix_payouts_external_id_end', { synchronize: false })
@Index('ix_payouts_idempotency_key_beginning', { synchronize: false })
@Index('ix_payouts_idempotency_key_end', { synchronize: false })
@Index('ix_payouts_note', { synchronize: false })
// Only release 0.1.0 uses this index. That release may still be running, or be started again.
@Index('ix_payouts_search', { synchronize: false })
@Index(['createdAt', 'id'])
@Index(['updatedAt', 'id'])
@Index(['amount', 'id'])
@Index(['status', 'createdAt', 'id'])
@Index(['createdBy', 'createdAt', 'id'])
@Index(['accountId', 'completedAt'], { where: `provider_state = 'COMPLETED'` })
@Index(['blockedBy'], { where: 'blocked_by IS NOT NULL' })
@Index('ix_payouts_corrected', ['createdAt', 'id'], { where: 'corrected_at IS NOT NULL' })
@Index('ix_payouts_problem', ['createdAt', 'id'], { where: 'problem IS NOT NULL OR finding IS NOT NULL' })
// For retention. A row leaves the index when its recipient is purged.
@Index('ix_payouts_recipient_kept', ['updatedAt'], {
  where: `sealed_recipient IS NOT NULL AND next_check_at IS NULL
    AND submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED')`,
})
@Check('chk_payouts_amount', 'amount > 0 AND amount < 1e12 AND scale(amount) <= 4')
@Check('chk_payouts_currency', `currency ~ '^[A-Z]{3}$'`)
@Check('chk_payouts_recipient_hash', 'length(recipient_hash) = 32')
@Check('chk_payouts_requisites_hash', 'length(requisites_hash) = 32')
@Check('chk_payouts_user_id_hash', 'length(user_id_hash) = 32')
@Check('chk_payouts_content_hash', 'length(content_hash) = 32')
@Check('chk_payouts_approvals_needed', 'approvals_needed BETWEEN 0 AND 2')
@Check(
  'chk_payouts_approval_reason',
  `approval_reason IN ('POSSIBLE_DUPLICATE', 'POLICY', 'APPROVAL_LAPSED', 'DATABASE_RESTORED')`,
)
@Check(
  'chk_payouts_blocked_by',
  `blocked_by IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_SUM_PER_MAKER', 'DAILY_COUNT_PER_RECIPIENT', 'MAY_HAVE_BEEN_SENT')`,
)
@Check(
  'chk_payouts_submission_state',
  `submission_state IN ('AWAITING_APPROVAL', 'DECLINED', 'WITHDRAWN', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED', 'REJECTED',
     'CLOSED', 'ACCEPTED')`,
)
@Check(
  'chk_payouts_provider_state',
  `provider_state IN ('CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED', 'UNRECOGNIZED')`,
)
// A payout's provider id is stored exactly if Purser knows that the provider has the payout.
@Check('chk_payouts_provider_payout_id', `(submission_state = 'ACCEPTED') = (provider_payout_id IS NOT NULL)`)
@Check('chk_payouts_provider_status', '(provider_payout_id IS NULL) = (provider_state IS NULL)')
@Check('chk_payouts_suspected_at', '(suspected_state IS NULL) = (suspected_at IS NULL)')
// A payout has a due time exactly if it may be sent.
@Check('chk_payouts_next_attempt_at', `(submission_state = 'APPROVED') = (next_attempt_at IS NOT NULL)`)
// A payout without a final status at the provider has a next poll.
@Check(
  'chk_payouts_next_check_at',
  `next_check_at IS NOT NULL OR coalesce(provider_state, 'FAILED') NOT IN ('CREATED', 'PROCESSING', 'UNRECOGNIZED')`,
)
@Check('chk_payouts_recipient_purged_at', '(sealed_recipient IS NULL) = (recipient_purged_at IS NOT NULL)')
// A payout that may still be sent keeps its recipient.
@Check(
  'chk_payouts_recipient_kept',
  `sealed_recipient IS NOT NULL OR
     submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED', 'UNCONFIRMED')`,
)
// A payout with a recipient has the hashes to find and compare the recipient by.
@Check(
  'chk_payouts_recipient_hashes',
  'sealed_recipient IS NULL OR (recipient_hash IS NOT NULL AND requisites_hash IS NOT NULL)',
)
export class PayoutEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @Index()
  @Column('text')
  idempotencyKey: string;

  /** A keyed hash of each field of the request, by field name. */
  @Column({ type: 'jsonb' })
  requestFingerprint: FieldFingerprint;

  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text')
  destination: string;

  @Column('numeric')
  amount: DecimalString;

  @Column('text')
  currency: CurrencyCode;

  @Column('text')
  paymentType: PayoutPaymentType;

  @Column('integer', { nullable: true })
  serviceId: number | null;

  @Column('text', { nullable: true })
  note: string | null;

  /** The merchant's own reference. Unlike external ids, references need not be unique. */
  @Column('text', { nullable: true })
  reference: string | null;

  /** The recipient as JSON, encrypted by `FieldCipher`. Null once purged. */
  @Column({ type: 'bytea', nullable: true })
  sealedRecipient: Buffer | null;

  @Column('timestamptz', { nullable: true })
  recipientPurgedAt: Date | null;

  @Column('text')
  maskedRequisites: string;

  /** Keyed hash of requisites and bank. Possible duplicates have the same hash. Null once the recipient is purged. */
  @Column({ type: 'bytea', nullable: true })
  recipientHash: Buffer | null;

  /** Keyed hash of only the requisites, for people who search by them. Null once the recipient is purged. */
  @Column({ type: 'bytea', nullable: true })
  requisitesHash: Buffer | null;

  /** Keyed hash of the recipient's user id. Null once purged, and in rows of releases that had none. */
  @Column({ type: 'bytea', nullable: true })
  userIdHash: Buffer | null;

  @Column({ type: 'bytea' })
  contentHash: Buffer;

  @Column({ type: 'bytea', nullable: true })
  approvedHash: Buffer | null;

  @Column('text', { nullable: true })
  approvalReason: ApprovalReason | null;

  @Column('smallint', { default: 0 })
  approvalsNeeded: number;

  @Column('uuid', { array: true, default: [] })
  editedBy: string[];

  @Column('text', { nullable: true })
  declineReason: string | null;

  /** UTC day of the last claim, for the daily limits. */
  @Column('date', { nullable: true })
  claimedOn: string | null;

  /**
   * What blocked the payout when it was last due; by now something else may block it. A payout withdrawn or declined
   * after the database was replaced keeps MAY_HAVE_BEEN_SENT, because the lost database may have sent it.
   */
  @Column('text', { nullable: true })
  blockedBy: PayoutBlock | null;

  /** Why the payout had to wait when it was last due. Meaningless unless the payout is approved. */
  @Column('text', { nullable: true })
  waitsFor: StoredWait | null;

  @Column('timestamptz', { nullable: true })
  waitsSince: Date | null;

  @Column('text')
  submissionState: SubmissionState;

  /** The provider's status, verbatim. */
  @Column('text', { nullable: true })
  providerStatus: string | null;

  /** What the provider's status means, according to the profile. */
  @Column('text', { nullable: true })
  providerState: ProviderPayoutState | null;

  /** Computed by the database from the submission state and the provider state. */
  @Column({
    type: 'text',
    generatedType: 'STORED',
    asExpression: `CASE WHEN submission_state = 'ACCEPTED' THEN coalesce(provider_state, 'UNRECOGNIZED')
      ELSE submission_state END`,
  })
  status: PayoutStatus;

  @Column('uuid', { nullable: true, unique: true })
  providerPayoutId: string | null;

  @Column('text', { nullable: true })
  statusMessage: string | null;

  /** A problem for operators, in one sentence; null if there is none. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** A fact that later reads do not change: the payout was paid twice, or corrected. */
  @Column('text', { nullable: true })
  finding: string | null;

  @Column('text', { nullable: true })
  suspectedState: ProviderPayoutState | null;

  @Column('timestamptz', { nullable: true })
  suspectedAt: Date | null;

  /** When the provider last showed the payout; null before the first answer. */
  @Column('timestamptz', { nullable: true })
  readBackAt: Date | null;

  /** When the provider first answered 404 for the payout's known id; null once it shows the payout again. */
  @Column('timestamptz', { nullable: true })
  absentSince: Date | null;

  @Column('integer', { default: 0 })
  attemptsMade: number;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('integer', { default: 0 })
  checksMade: number;

  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @Column('uuid')
  createdBy: string;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  /** When the payout was paid, by the provider's clock, or by Purser's if the provider gave no time. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  /** When the payout was paid, according to the provider; null if it gave no time. */
  @Column('timestamptz', { nullable: true })
  providerCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  correctedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
