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
    EXPIRED: 'It became too old before the payout was sent.',
    REVOKED: 'The key of whoever approved was revoked.',
  },
});

@ObjectType('PayoutApproval', { description: 'That a person found a payout to be meant, as it was at that time.' })
export class PayoutApprovalModel {
  @Field(() => ActorModel, { description: 'Who approved.' })
  approvedBy: string;

  @Field(() => DateTimeScalar, { description: 'When.' })
  approvedAt: Date;

  @Field(() => DateTimeScalar, { description: 'Until when the payout may be sent by it.' })
  expiresAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Since when it does not count; null while it may.' })
  voidedAt: Date | null;

  @Field(() => PayoutApprovalVoidEnum, { nullable: true, description: 'Why it does not count; null while it may.' })
  voidedAs: VoidedAs | null;
}

export function toPayoutApprovalModel(approval: ApprovalRecord): PayoutApprovalModel {
  const { approverId, approvedAt, expiresAt, voidedAt, voidedAs } = approval;
  return { approvedBy: approverId, approvedAt, expiresAt, voidedAt, voidedAs };
}
