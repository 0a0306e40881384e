import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { AmountsFilter } from '../../platform/graphql/connection/amounts-filter.input.js';
import { Search } from '../../platform/graphql/connection/search.decorator.js';
import { PageArguments } from '../../platform/graphql/connection/page-arguments.js';
import { type SortDirection, SortDirectionEnum } from '../../platform/graphql/connection/sort-direction.enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { DomainRule } from '../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import { SearchedText } from '../../platform/graphql/validation/text.decorator.js';
import type { ApprovalReason, PayoutStatus } from '../core/domain/payout-status.js';
import type { PayoutCriteria, PayoutSet, PayoutSortField } from '../core/persistence/payouts-page.query.js';
import {
  PayoutApprovalReasonEnum,
  PayoutSetEnum,
  PayoutSortFieldEnum,
  PayoutStatusEnum,
} from '../core/graphql/payout.enum.js';

@InputType('PayoutFilter', { description: 'Filter for payouts. All given fields must match.' })
export class PayoutFilter extends AmountsFilter {
  @Field(() => ID, { nullable: true, description: 'Only from this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => [PayoutStatusEnum], { nullable: true, description: 'Only in one of these statuses.' })
  statuses?: PayoutStatus[] | null;

  @Field(() => [PayoutSetEnum], { nullable: true, description: 'Only in one of these sets.' })
  sets?: PayoutSet[] | null;

  @Field(() => ID, { nullable: true, description: 'Only to this destination.' })
  @SearchedText()
  destination?: string | null;

  @Field(() => String, { nullable: true, description: 'Only by this payment type.' })
  @SearchedText()
  paymentType?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only to exactly this card number, phone number, PIX key or login, ignoring case. Requires the scope `payouts:unmask`. Allowed once per operation and 30 times a minute; recorded in the audit log.',
  })
  @DomainRule('once per operation, with the scope `payouts:unmask`')
  recipient?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only to the recipient with exactly this user id. Allowed once per operation, not together with `recipient`, and 30 times a minute; recorded in the audit log.',
  })
  @SearchedText()
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only with exactly this idempotency key.' })
  @SearchedText()
  idempotencyKey?: string | null;

  @Field(() => String, { nullable: true, description: "Only with exactly this id in the merchant's system." })
  @SearchedText()
  externalId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Only with exactly this id: Purser's or the provider's id for the payout, the id of an attempt, the external id, or the idempotency key.",
  })
  @SearchedText()
  anyId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only payouts that this API key or person created.' })
  @Id()
  createdBy?: string | null;

  @Field(() => [PayoutApprovalReasonEnum], {
    nullable: true,
    description:
      'Only payouts that needed approval for one of these reasons. For callers who may neither approve payouts nor see recipients, all reasons except APPROVAL_LAPSED are treated as the same.',
  })
  approvalReasons?: ApprovalReason[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether there is an open change request about the payout's outcome.",
  })
  hasChangeRequest?: boolean | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Last changed at this time or later.' })
  updatedFrom?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the payout is waiting for the caller's approval: someone else created it, and the caller has not approved it yet.",
  })
  waitsForMe?: boolean | null;

  @Search('an id or the idempotency key', 'the note')
  search?: string | null;
}

@InputType('PayoutSort', { description: 'How to sort a list of payouts.' })
export class PayoutSort {
  @Field(() => PayoutSortFieldEnum, { description: 'Field to sort by.' })
  field: PayoutSortField;

  @Field(() => SortDirectionEnum, { defaultValue: 'DESC', description: 'Sort direction.' })
  direction: SortDirection;
}

@ArgsType()
export class PayoutFacetsArguments {
  @Field(() => PayoutFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => PayoutFilter)
  filter?: PayoutFilter | null;
}

@ArgsType()
export class PayoutsArguments extends PageArguments {
  @Field(() => PayoutFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => PayoutFilter)
  filter?: PayoutFilter | null;

  @Field(() => PayoutSort, { nullable: true, description: 'Sort order; by default newest first.' })
  @Nested(() => PayoutSort)
  sort?: PayoutSort | null;
}

/**
 * Builds the criteria for a list of payouts.
 * @param hashes keyed hashes of the recipient to find; null for any recipient
 * @param seesRecipients whether the caller may see whom others pay
 * @param approverId the caller's id if the caller may approve payouts; otherwise null
 */
export function toPayoutCriteria(
  { recipient: _, userId: _userId, waitsForMe, approvalReasons, ...filter }: PayoutFilter,
  {
    hashes,
    approverId,
    seesRecipients,
  }: {
    readonly hashes: Pick<PayoutCriteria, 'requisitesHash' | 'userIdHash'>;
    readonly approverId: string | null;
    readonly seesRecipients: boolean;
  },
): PayoutCriteria {
  const waiting = typeof waitsForMe === 'boolean' ? { isWaiting: waitsForMe, approverId } : null;
  const reasons = seesRecipients ? approvalReasons : approvalReasons?.flatMap((reason) => ALIKE[reason]);
  return { ...filter, approvalReasons: reasons ?? null, ...hashes, waiting };
}

const LOOKED_AT: readonly ApprovalReason[] = ['POSSIBLE_DUPLICATE', 'POLICY', 'DATABASE_RESTORED'];

/**
 * For each reason, the reasons that look the same to a caller who may not see recipients. Telling them apart would
 * reveal whether someone else pays a recipient.
 */
const ALIKE: Readonly<Record<ApprovalReason, readonly ApprovalReason[]>> = {
  POSSIBLE_DUPLICATE: LOOKED_AT,
  POLICY: LOOKED_AT,
  APPROVAL_LAPSED: ['APPROVAL_LAPSED'],
  DATABASE_RESTORED: LOOKED_AT,
};
