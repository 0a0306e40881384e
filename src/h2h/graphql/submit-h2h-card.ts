import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import type { CardProblemCode } from '../../orders/domain/order-problem.js';
import { CardInput } from '../../orders/graphql/card/card.input.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { cardProblemTexts } from '../../orders/domain/card-problem-texts.js';
import { CardUserError } from '../../orders/graphql/create-order.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import type { SubmitCardResult } from '../submit-card.service.js';

@InputType('SubmitH2hCardInput', { description: 'The order, and the card to pay it with.' })
export class SubmitH2hCardInput extends InputWithProblems<CardProblemCode> {
  @Field(() => ID, { description: "Purser's id for the order, which must have the method CARD_H2H." })
  @Id()
  orderId: string;

  @Field(() => CardInput, { description: 'The card.' })
  @Nested(() => CardInput)
  card: CardInput;
}

@ObjectType('SubmitH2hCardPayload', { description: 'The order after the call, and the problems with the request.' })
export class SubmitH2hCardPayload extends mutationPayload(
  'SubmitH2hCard',
  {
    description: 'Why a card was not sent, or may not have reached the provider.',
    values: {
      ...cardProblemTexts,
      ORDER_NOT_FOUND: 'There is no such order.',
      ORDER_NOT_BY_CARD: 'The order was not created with the method CARD_H2H.',
      ORDER_NOT_PAYABLE: 'The order has ended, or the provider does not have the order.',
      CARD_ALREADY_SENT: 'A card was already sent for this order. Purser never sends a card twice.',
      TOO_MANY_CARDS:
        'Too many cards from this payer, bank or API key were sent without leading to a payment; `retryAt` says when to try again.',
      PROVIDER_REFUSED: 'The provider refused the card; another may be sent.',
      PROVIDER_NOT_REACHED: 'Nothing was sent to the provider; the card may be sent again.',
      PROVIDER_OUTCOME_UNKNOWN:
        'The provider gave no usable answer. Purser polls the verification until the outcome is known.',
    },
  },
  CardUserError,
) {
  @Field(() => OrderModel, {
    nullable: true,
    description: 'The order with its card verification; null if there is no such order.',
  })
  order: OrderModel | null;
}

export function toSubmitH2hCardPayload({ order, refusals }: SubmitCardResult): SubmitH2hCardPayload {
  return {
    order,
    userErrors: toUserErrors(refusals),
  };
}
