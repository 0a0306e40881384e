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

@InputType('SubmitH2hCardInput', { description: 'The card to pay an order with.' })
export class SubmitH2hCardInput extends InputWithProblems<CardProblemCode> {
  @Field(() => ID, { description: 'The order, created with the method CARD_H2H.' })
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
    description: 'Why a card was not sent, or may not have arrived.',
    values: {
      ...cardProblemTexts,
      ORDER_NOT_FOUND: 'There is no such order.',
      ORDER_NOT_BY_CARD: 'The order is paid in another way.',
      ORDER_NOT_PAYABLE: 'The order has ended, or the provider does not have it.',
      CARD_ALREADY_SENT: 'A card was already sent for this order, and is never sent twice.',
      TOO_MANY_CARDS: 'Too many cards of this payer, bank or API key were not paid; `retryAt` says when to try again.',
      PROVIDER_REFUSED: 'The provider refused the card; another may be sent.',
      PROVIDER_NOT_REACHED: 'Nothing was sent; the card may be sent again.',
      PROVIDER_OUTCOME_UNKNOWN:
        'The provider gave no usable answer; Purser polls the session until the outcome is known.',
    },
  },
  CardUserError,
) {
  @Field(() => OrderModel, { nullable: true, description: 'The order with its session; null if there is none.' })
  order: OrderModel | null;
}

export function toSubmitH2hCardPayload({ order, refusals }: SubmitCardResult): SubmitH2hCardPayload {
  return {
    order,
    userErrors: toUserErrors(refusals),
  };
}
