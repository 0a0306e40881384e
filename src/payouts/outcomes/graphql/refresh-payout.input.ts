import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';

@InputType('RefreshPayoutInput', { description: 'The payout to read back from the provider now.' })
export class RefreshPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;
}
