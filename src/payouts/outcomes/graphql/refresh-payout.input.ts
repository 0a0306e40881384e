import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('RefreshPayoutInput', { description: 'The payout to read back from the payment service now.' })
export class RefreshPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;
}
