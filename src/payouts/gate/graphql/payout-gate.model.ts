import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { PayoutGate } from '../payout-gate.service.js';

@ObjectType('PayoutGate', {
  description: 'The switch that allows payouts to be sent. It may shut by itself; only people open it.',
})
export class PayoutGateModel {
  @Field(() => Boolean, { description: 'Whether payouts are sent. Those already sent are polled either way.' })
  isOpen: boolean;

  @Field(() => String, { description: 'Why it is open or shut.' })
  reason: string;

  @Field(() => ActorModel, { nullable: true, description: 'Person who set it; null if it shut by itself.' })
  changedBy: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  changedAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Since when every new payout needs an approval because the database may lack payouts that were sent; ' +
      'null if it does not. Two people end this with `setPayoutGate` and `endsRestore`.',
  })
  restoredAt: Date | null;
}

export function toPayoutGateModel({ isOpen, reason, changedBy, changedAt, restoredAt }: PayoutGate): PayoutGateModel {
  return { isOpen, reason, changedBy, changedAt, restoredAt };
}
