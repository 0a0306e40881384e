import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';

@InputType('RefreshOrderInput', { description: 'The order to read back from the provider now.' })
export class RefreshOrderInput {
  @Field(() => ID, { description: "Purser's id of the order." })
  @Id()
  orderId: string;
}
