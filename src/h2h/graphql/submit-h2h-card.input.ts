import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../graphql/validation/invalid-input.js';
import { Nested } from '../../graphql/validation/nested.decorator.js';
import type { CardProblemCode } from '../../orders/domain/order-problem.js';
import { CardInput } from '../../orders/graphql/card.input.js';

@InputType('SubmitH2hCardInput', { description: 'The card to pay an order with.' })
export class SubmitH2hCardInput extends InputWithProblems<CardProblemCode> {
  @Field(() => ID, { description: 'The order, created with the method CARD_H2H.' })
  @Id()
  orderId: string;

  @Field(() => CardInput, { description: 'The card.' })
  @Nested(() => CardInput)
  card: CardInput;
}
