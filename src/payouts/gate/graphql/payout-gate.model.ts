import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { PayoutGate } from '../payout-gate.service.js';

@ObjectType('PayoutGate', {
  description: 'The switch in front of every payout that would be sent. It shuts by itself; only a person opens it.',
})
export class PayoutGateModel {
  @Field(() => Boolean, { description: 'Whether payouts are sent. Those already sent are polled either way.' })
  isOpen: boolean;

  @Field(() => String, { description: 'Why it is as it is.' })
  reason: string;

  @Field(() => ActorModel, { nullable: true, description: 'Who set it; null when it shut by itself.' })
  changedBy: string | null;

  @Field(() => DateTimeScalar, { description: 'Since when it is so.' })
  changedAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Since when every new payout takes an approval, because the database may lack payouts that were sent; null when none does for ' +
      'that reason. Two people end it by `setPayoutGate` with `endsRestore`.',
  })
  restoredAt: Date | null;
}

export function toPayoutGateModel({ isOpen, reason, changedBy, changedAt, restoredAt }: PayoutGate): PayoutGateModel {
  return { isOpen, reason, changedBy, changedAt, restoredAt };
}
