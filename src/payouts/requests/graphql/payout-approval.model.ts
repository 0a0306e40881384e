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

@ObjectType('PayoutApproval', { description: "A person's approval of a payout and its content at that time." })
export class PayoutApprovalModel {
  @Field(() => ActorModel, { description: 'Person or key that approved it.' })
  approvedBy: string;

  @Field(() => DateTimeScalar, { description: 'When it was approved.' })
  approvedAt: Date;

  @Field(() => DateTimeScalar, { description: 'Until when the approval counts.' })
  expiresAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Since when it no longer counts; null if it does.' })
  voidedAt: Date | null;

  @Field(() => PayoutApprovalVoidEnum, { nullable: true, description: 'Why it no longer counts; null if it does.' })
  voidedAs: VoidedAs | null;
}

export function toPayoutApprovalModel(approval: ApprovalRecord): PayoutApprovalModel {
  const { approverId, approvedAt, expiresAt, voidedAt, voidedAs } = approval;
  return { approvedBy: approverId, approvedAt, expiresAt, voidedAt, voidedAs };
}
