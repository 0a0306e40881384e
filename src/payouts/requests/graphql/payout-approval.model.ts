import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { ApprovalRecord, VoidedAs } from '../../rules/domain/payout-approval.js';

const PayoutApprovalVoidEnum = describedEnum<VoidedAs>({
  name: 'PayoutApprovalVoid',
  description: 'Why an approval no longer counts.',
  values: {
    CHANGED: 'The payout was changed.',
    WITHDRAWN: 'The payout was withdrawn.',
    DECLINED: 'The payout was declined.',
    EXPIRED: 'The approval expired before the payout was sent.',
    REVOKED: "The approver's key was revoked.",
  },
});

@ObjectType('PayoutApproval', { description: "A person's approval of a payout, given for its content at that time." })
export class PayoutApprovalModel {
  @Field(() => ActorModel, { description: 'The person or API key that approved the payout.' })
  approvedBy: string;

  @Field(() => DateTimeScalar, { description: 'When the payout was approved.' })
  approvedAt: Date;

  @Field(() => DateTimeScalar, { description: 'The time until which the approval counts.' })
  expiresAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the approval stopped counting; null if it still counts.',
  })
  voidedAt: Date | null;

  @Field(() => PayoutApprovalVoidEnum, {
    nullable: true,
    description: 'Why the approval no longer counts; null if it still does.',
  })
  voidedAs: VoidedAs | null;
}

export function toPayoutApprovalModel(approval: ApprovalRecord): PayoutApprovalModel {
  const { approverId, approvedAt, expiresAt, voidedAt, voidedAs } = approval;
  return { approvedBy: approverId, approvedAt, expiresAt, voidedAt, voidedAs };
}
