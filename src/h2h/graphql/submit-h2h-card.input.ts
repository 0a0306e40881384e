import { Field, ID, InputType } from '@nestjs/graphql';
import { CardInput } from '../../orders/graphql/card.input.js';

@InputType('SubmitH2hCardInput', { description: 'The card to pay an order with.' })
export class SubmitH2hCardInput {
  @Field(() => ID, { description: 'The order, created with the method CARD_H2H.' })
  orderId: string;

  @Field(() => CardInput, { description: 'The card.' })
  card: CardInput;
}
