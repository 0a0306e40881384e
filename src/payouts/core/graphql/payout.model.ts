import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { UtcText } from '../../../common/text/utc-text.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { toContentText } from '../domain/content-text.js';
import type { PayoutBlock } from '../domain/payout-limit-kind.js';
import { type ApprovalReason, isFinalPayoutStatus, type PayoutStatus } from '../domain/payout-status.js';
import type { PayoutEntity } from '../persistence/payout.entity.js';
import type { StoredWait } from '../domain/payout-wait.js';
import type { ListedPayout } from '../persistence/payouts-page.query.js';
import { PayoutBlockEnum, PayoutStatusEnum } from './payout.enum.js';

@ObjectType('PayoutLimitBlock', {
  description:
    'Why a payout is blocked: by a limit, in which case Purser retries automatically, or by a payment at the provider that may be this payout.',
})
export class PayoutLimitBlockModel {
  @Field(() => PayoutBlockEnum, { description: 'Kind of the limit, or MAY_HAVE_BEEN_SENT.' })
  limit: PayoutBlock;

  @Field(() => String, { description: 'The limit with its value, or the payment, in one sentence.' })
  message: string;
}

@ObjectType('Payout', { description: 'A payment from the merchant to a recipient.' })
export class PayoutModel {
  @Field(() => ID, { description: "Purser's id for the payout." })
  id: string;

  @Field(() => ID, {
    nullable: true,
    description: "The provider's id for the payout; null until evidence binds the payout to it.",
  })
  providerPayoutId: string | null;

  @Field(() => ID, { description: 'The id of the merchant account.' })
  accountId: string;

  @Field(() => String, {
    description: 'The idempotency key of the request that created the payout, unique in the account.',
  })
  idempotencyKey: string;

  @Field(() => String, { nullable: true, description: "The payout's id in the merchant's system." })
  externalId: string | null;

  @Field(() => PayoutStatusEnum, { description: 'The current status.' })
  status: PayoutStatus;

  @Field(() => String, { nullable: true, description: "The provider's own status, verbatim." })
  providerStatus: string | null;

  @Field(() => Boolean, { description: 'Whether the status is final in normal operation.' })
  isFinal: boolean;

  @Field(() => DecimalScalar, { description: 'Amount that the recipient receives.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => String, { description: "How the recipient is paid: one of the destination's payment types." })
  paymentType: string;

  @Field(() => ID, {
    description: 'The destination whose rules the payout was validated against; see `payoutDestinations`.',
  })
  destination: string;

  @Field(() => Int, {
    nullable: true,
    description: "The id of the provider's service that pays the payout; null for the merchant's default service.",
  })
  serviceId: number | null;

  @Field(() => String, { nullable: true, description: 'Purpose of the payout, shown to the provider.' })
  note: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The merchant's own reference. Sent to the provider after the note.",
  })
  reference: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own message about the payout's status." })
  statusMessage: string | null;

  /** Not a field. `PayoutFieldsResolver` shows it to callers who may see it. */
  approvalReason: ApprovalReason | null;

  @Field(() => PayoutLimitBlockModel, {
    nullable: true,
    description:
      'Why an approved or unconfirmed payout is blocked; null if it was not blocked when Purser last tried to send it. MAY_HAVE_BEEN_SENT remains even after the payout is withdrawn or declined.',
  })
  blockedBy: PayoutLimitBlockModel | null;

  @Field(() => Int, {
    description: 'Number of people who must approve the payout. People who created or changed it cannot.',
  })
  approvalsNeeded: number;

  @Field(() => String, {
    description: 'Hash of everything that an approval covers: the amount, recipient and purpose.',
  })
  contentHash: string;

  @Field(() => String, { nullable: true, description: 'Why the payout was declined; null if it was not.' })
  declineReason: string | null;

  @Field(() => [ActorModel], {
    description: 'Who changed this payout, or created or changed the payout that it repeats. They cannot approve it.',
  })
  editedBy: string[];

  @Field(() => String, {
    nullable: true,
    description: 'A problem that operators should look at; null if there is none.',
  })
  problem: string | null;

  @Field(() => ActorModel, { description: 'Who created the payout. They cannot approve it.' })
  createdBy: string;

  @Field(() => DateTimeScalar, { description: 'When the payout was created.' })
  createdAt: Date | UtcText;

  @Field(() => DateTimeScalar, { description: 'When Purser last changed the payout.' })
  updatedAt: Date | UtcText;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When evidence first showed that the provider has the payout.',
  })
  acceptedAt: Date | UtcText | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the payout was paid, according to the provider.' })
  completedAt: Date | UtcText | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the provider changed a final status; null if it never did.',
  })
  correctedAt: Date | UtcText | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When Purser polls the payout next; null if no poll is scheduled.',
  })
  nextCheckAt: Date | UtcText | null;

  /** Not a field. Decides whether people may resolve the payout. A finding does not count as a problem here. */
  isInProblem: boolean;

  /** Not a field. The resolver of `recipient` decrypts it on demand. */
  sealedRecipient: Buffer | null;

  /** Not a field. Shown with `recipient`. */
  recipientPurgedAt: Date | UtcText | null;

  /** Not a field. Shown as the requisites of `recipient`. */
  maskedRequisites: string;

  /** Not a field. Decides whether the payout may be changed. */
  attemptsMade: number;

  /** Not a field. Shown only while the gate is open. */
  nextAttemptAt: Date | UtcText | null;

  /** Not a field. Shown with `waitingFor`, like `waitsSince`. */
  waitsFor: StoredWait | null;

  waitsSince: Date | UtcText | null;
}

export const PayoutConnectionModel = createConnectionType(PayoutModel, 'Payout');

/**
 * Copies every column under its own name, and sets the fields that are shown in another form. Only the fields that the
 * model declares can be selected.
 */
export function toPayoutModel(payout: Pick<PayoutEntity, keyof PayoutEntity> | ListedPayout): PayoutModel {
  return {
    ...payout,
    isFinal: isFinalPayoutStatus(payout.status),
    amount: inCurrency(payout.amount, payout.currency),
    blockedBy: limitBlockOf(payout),
    contentHash: toContentText(payout.contentHash),
    problem: payout.finding ?? payout.problem,
    isInProblem: payout.problem !== null,
  };
}

const MAY_BE_A_PAYMENT: readonly PayoutStatus[] = ['APPROVED', 'UNCONFIRMED', 'WITHDRAWN', 'DECLINED'];

/** Returns the block, unless it stems from before the payout was withdrawn or changed and no longer applies. */
function limitBlockOf({ status, blockedBy, problem }: PayoutEntity | ListedPayout): PayoutLimitBlockModel | null {
  if (blockedBy === 'MAY_HAVE_BEEN_SENT' && MAY_BE_A_PAYMENT.includes(status)) {
    return { limit: blockedBy, message: problem ?? 'The database was replaced, and the lost one may have sent it.' };
  }
  return status === 'APPROVED' && blockedBy !== null ? { limit: blockedBy, message: problem ?? '' } : null;
}
