import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('ApprovePayoutInput', { description: 'The held payout that is meant and may be sent.' })
export class ApprovePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;
}
