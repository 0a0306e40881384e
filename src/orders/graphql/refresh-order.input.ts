import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('RefreshOrderInput', { description: 'The order to read back from the payment service now.' })
export class RefreshOrderInput {
  @Field(() => ID, { description: "Purser's id of the order." })
  orderId: string;
}
