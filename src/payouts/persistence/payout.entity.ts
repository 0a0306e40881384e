import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { PaymentType } from '../destinations/payment-type.js';
import type { PayoutLimitKind } from '../domain/payout-limits.js';
import type { HoldReason, PayoutStatus, ProviderPayoutState } from '../domain/payout-status.js';
import type { SubmissionState } from '../domain/submission-state.js';

/** Money from us to a recipient. The invariants between its columns are CHECKs in the migration. */
@Entity('payouts')
export class PayoutEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('text')
  idempotencyKey: string;

  /** A keyed hash of each field of the request, by the field's name. */
  @Column({ type: 'jsonb' })
  requestFingerprint: FieldFingerprint;

  @Column('text', { nullable: true })
  externalId: string | null;

  /** Which entry of the destination table judged it. */
  @Column('text')
  destination: string;

  @Column('numeric')
  amount: DecimalString;

  @Column('text')
  currency: CurrencyCode;

  @Column('text')
  paymentType: PaymentType;

  @Column('integer', { nullable: true })
  serviceId: number | null;

  @Column('text', { nullable: true })
  note: string | null;

  /** The recipient as JSON, sealed by `FieldCipher`. Null once purged; what may still be sent has it. */
  @Column({ type: 'bytea', nullable: true })
  sealedRecipient: Buffer | null;

  @Column('timestamptz', { nullable: true })
  recipientPurgedAt: Date | null;

  @Column('text')
  maskedRequisites: string;

  /** Keyed hash of who is paid: equal for look-alikes. Null once the recipient was purged. */
  @Column({ type: 'bytea', nullable: true })
  recipientHash: Buffer | null;

  /** Keyed hash of the requisites alone, by which people find payouts. Null once the recipient was purged. */
  @Column({ type: 'bytea', nullable: true })
  requisitesHash: Buffer | null;

  @Column({ type: 'bytea' })
  contentHash: Buffer;

  @Column({ type: 'bytea', nullable: true })
  approvedHash: Buffer | null;

  @Column('text', { nullable: true })
  holdReason: HoldReason | null;

  /** How many people must have approved it before it is sent. */
  @Column('smallint')
  approvalsNeeded: number;

  /** Everybody who changed it. */
  @Column('uuid', { array: true })
  editedBy: string[];

  @Column('text', { nullable: true })
  declineReason: string | null;

  /** The limit in its way when it was last to be sent; it may be another by now. */
  @Column('text', { nullable: true })
  heldBy: PayoutLimitKind | null;

  @Column('text')
  submissionState: SubmissionState;

  /** The provider's status word, verbatim. */
  @Column('text', { nullable: true })
  providerStatus: string | null;

  /** What that word means by the profile. */
  @Column('text', { nullable: true })
  providerState: ProviderPayoutState | null;

  /** Derived by the database from the two above; never written. */
  @Column('text')
  status: PayoutStatus;

  @Column('uuid', { nullable: true })
  providerPayoutId: string | null;

  @Column('text', { nullable: true })
  statusMessage: string | null;

  /** What an operator should know, in one sentence; null when all is well. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** What stays true of it whatever is read later: it was paid twice, or corrected. */
  @Column('text', { nullable: true })
  finding: string | null;

  @Column('text', { nullable: true })
  suspectedState: ProviderPayoutState | null;

  /** When that was first seen. */
  @Column('timestamptz', { nullable: true })
  suspectedAt: Date | null;

  /** When the payment service last said anything of it; null before it did. */
  @Column('timestamptz', { nullable: true })
  readBackAt: Date | null;

  /** When the payment service first did not show it, though it gave an id for it; null while it does. */
  @Column('timestamptz', { nullable: true })
  absentSince: Date | null;

  @Column('integer')
  attemptsMade: number;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('integer')
  checksMade: number;

  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  /** The API key that created it. */
  @Column('uuid')
  createdBy: string;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  /** By the payment service's time, or else by ours when it was learned. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  /** Null where the payment service gives no time. */
  @Column('timestamptz', { nullable: true })
  providerCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  correctedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
