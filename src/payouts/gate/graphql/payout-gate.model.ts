import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { PayoutGate } from '../payout-gate.service.js';

@ObjectType('PayoutGate', {
  description: 'The switch that allows payouts to be sent. Purser may shut it automatically; only people can open it.',
})
export class PayoutGateModel {
  @Field(() => Boolean, {
    description: 'Whether payouts are sent. Payouts that were already sent are polled either way.',
  })
  isOpen: boolean;

  @Field(() => String, { description: 'Why the gate is open or shut.' })
  reason: string;

  @Field(() => ActorModel, {
    nullable: true,
    description: 'Who last changed the gate; null if Purser shut it automatically.',
  })
  changedBy: string | null;

  @Field(() => DateTimeScalar, { description: 'When the gate was last changed.' })
  changedAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The time from which every new payout needs an approval, because payouts that were sent may be missing from a restored database; null otherwise. Two people end this with `setPayoutGate` and `endsRestore`.',
  })
  restoredAt: Date | null;
}

export function toPayoutGateModel({ isOpen, reason, changedBy, changedAt, restoredAt }: PayoutGate): PayoutGateModel {
  return { isOpen, reason, changedBy, changedAt, restoredAt };
}
