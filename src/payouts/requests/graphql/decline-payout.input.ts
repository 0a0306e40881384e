import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';

@InputType('DeclinePayoutInput', { description: 'The payout to decline, which waits for approval.' })
export class DeclinePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'Why; shown with the payout.' })
  @Reason()
  reason: string;
}
