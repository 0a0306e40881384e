import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';

@InputType('WithdrawPayoutInput', { description: 'The payout to take back before it is sent.' })
export class WithdrawPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;
}
