import { Field, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { IsRepeat, mutationPayload, toUserErrors, UserError } from '../../platform/graphql/user-error.model.js';
import type { CreateOrderRefusalCode, CreateOrderResult } from '../create-order.service.js';
import { cardProblemTexts } from '../domain/card-problem-texts.js';
import { OrderModel } from './order.model.js';

export const createOrderProblemTexts: Readonly<Record<CreateOrderRefusalCode, string>> = {
  AMOUNT_NOT_POSITIVE: 'The amount is zero.',
  AMOUNT_TOO_PRECISE: 'The amount has more decimals than its currency allows.',
  IDEMPOTENCY_KEY_INVALID: 'The idempotency key is empty, too long or unprintable.',
  EXTERNAL_ID_INVALID: 'The external id is empty, too long or unprintable.',
  PURPOSE_INVALID: 'The purpose is empty, too long or unprintable.',
  URL_INVALID: 'The URL is not an absolute https URL.',
  URL_HOST_NOT_ALLOWED: 'The URL names a host that this installation does not redirect to.',
  METHOD_NOT_AVAILABLE: 'The account does not have this payment method.',
  METHOD_NOT_CONFIGURED: "The provider's word for the method is not configured in the account's terminal profile.",
  CARD_NUMBER_IN_TEXT: 'A text contains a card number, which Purser must not store.',
  CUSTOMER_FIELD_REQUIRED: 'The method requires this field for the payer.',
  CUSTOMER_FIELD_INVALID: "One of the payer's fields is invalid.",
  CUSTOMER_ID_INVALID: "The payer's id is empty, too long or unprintable.",
  CARD_REQUIRED: 'The payment method requires a card.',
  CARD_NOT_TAKEN: 'The payment method does not accept a card.',
  ...cardProblemTexts,
  ACCOUNT_NOT_FOUND: 'There is no such account.',
  IDEMPOTENCY_KEY_REUSED: 'The key was already used for a different request; the message says what differs.',
  EXTERNAL_ID_TAKEN: 'The account already has an order with this external id.',
  TOO_MANY_CARDS:
    'Too many cards from this payer, bank or API key were sent without leading to a payment; `retryAt` says when to try again.',
  PROVIDER_REFUSED: 'The provider refused the order.',
  PROVIDER_NOT_REACHED:
    'Nothing was sent to the provider, and the order is abandoned. Create a new order with a new idempotency key.',
  PROVIDER_OUTCOME_UNKNOWN:
    'The provider gave no usable answer. If the provider has the order, Purser finds it later. If the order is ABANDONED, create a new one with a new idempotency key.',
};

@ObjectType({ isAbstract: true })
export abstract class CardUserError extends UserError {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When another card may be sent, for TOO_MANY_CARDS; null for every other code.',
  })
  retryAt?: Date | null;
}

@ObjectType('CreateOrderPayload', { description: 'The order that was created, and the problems with the request.' })
export class CreateOrderPayload extends mutationPayload(
  'CreateOrder',
  { description: 'Why an order was not created, or was not created as requested.', values: createOrderProblemTexts },
  CardUserError,
) {
  @Field(() => OrderModel, {
    nullable: true,
    description:
      'The order; for EXTERNAL_ID_TAKEN and IDEMPOTENCY_KEY_REUSED, the earlier order; null if no order was recorded.',
  })
  order: OrderModel | null;

  @IsRepeat()
  isRepeat: boolean;
}

export function toCreateOrderPayload(result: CreateOrderResult): CreateOrderPayload {
  return {
    order: result.order,
    isRepeat: result.isRepeat,
    userErrors: toUserErrors(result.refusals),
  };
}
