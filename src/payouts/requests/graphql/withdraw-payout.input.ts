import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('WithdrawPayoutInput', { description: 'The payout to take back before it is sent.' })
export class WithdrawPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;
}
