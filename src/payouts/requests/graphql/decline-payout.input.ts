import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('DeclinePayoutInput', { description: 'The held payout that must not be sent.' })
export class DeclinePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => String, { description: 'Why; shown with the payout.' })
  reason: string;
}
