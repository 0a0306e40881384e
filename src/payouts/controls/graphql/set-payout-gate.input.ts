import { Field, InputType } from '@nestjs/graphql';

@InputType('SetPayoutGateInput', { description: 'How the payout gate shall be.' })
export class SetPayoutGateInput {
  @Field(() => Boolean, { description: 'True to let payouts be sent, false to stop that.' })
  isOpen: boolean;

  @Field(() => String, { description: 'Why; shown to everybody who looks at the gate.' })
  reason: string;
}
