import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { CurrencyCodeScalar } from '../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../platform/graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import { Text } from '../../platform/graphql/validation/text.decorator.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../desk/accounts/graphql/order-method.enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { IsRepeat, mutationPayload, toUserErrors, UserError } from '../../platform/graphql/user-error.model.js';
import {
  findUrlProblem,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_KEY_LENGTH,
  MAX_PURPOSE_LENGTH,
  MAX_URL_LENGTH,
  type OrderRequest,
} from '../domain/new-order.js';
import type { OrderRequestProblemCode } from '../domain/order-problem.js';
import type { CreateOrderRefusalCode, CreateOrderResult } from '../create-order.service.js';
import { cardProblemTexts } from '../domain/card-problem-texts.js';
import { CardInput } from './card/card.input.js';
import { CustomerInput, RequiredFields, toCustomer } from './customer.input.js';
import { OrderModel } from './order.model.js';

const cardCode = 'CARD_NUMBER_IN_TEXT';

/** An id in the merchant's system. */
export const ExternalId = (): PropertyDecorator =>
  Text({ max: MAX_EXTERNAL_ID_LENGTH, code: 'EXTERNAL_ID_INVALID', cardCode });

const RedirectUrl = (): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'redirectUrl',
      about: `an absolute https URL of at most ${MAX_URL_LENGTH} characters without credentials or a card number`,
      findProblem: (text) => findUrlProblem(text)?.rule ?? null,
      codeOf: (text) => findUrlProblem(text)?.code ?? 'URL_INVALID',
    },
    'URL_INVALID',
    cardCode,
  );

const AllowedHost = (): PropertyDecorator =>
  DomainRule('of a host that this installation redirects to', 'URL_HOST_NOT_ALLOWED');

@InputType('CreateOrderInput', { description: 'The order to create.' })
export class CreateOrderInput extends InputWithProblems<OrderRequestProblemCode> {
  @Field(() => String, {
    nullable: true,
    description: 'Names this request: sent again with the same key, it returns the same order and creates nothing.',
  })
  @Text({ max: MAX_KEY_LENGTH, code: 'IDEMPOTENCY_KEY_INVALID', cardCode })
  idempotencyKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The merchant account; the first one when absent.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The order's id in the merchant's system, unique in the account; Purser's id when absent.",
  })
  @ExternalId()
  externalId?: string | null;

  @Field(() => OrderMethodEnum, { defaultValue: 'HOSTED_PAGE', description: 'How the payer pays.' })
  @DomainRule('enabled for the account', 'METHOD_NOT_AVAILABLE', 'METHOD_NOT_CONFIGURED')
  method: OrderMethod;

  @Field(() => DecimalScalar, { description: 'Amount that the payer is asked for, greater than zero.' })
  @DomainRule(
    'above zero, with no more digits after the point than its currency has',
    'AMOUNT_NOT_POSITIVE',
    'AMOUNT_TOO_PRECISE',
  )
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: "The terminal's own currency when absent." })
  currency?: CurrencyCode | null;

  @Field(() => String, { nullable: true, description: 'Purpose of the payment, shown to the payer.' })
  @Text({ max: MAX_PURPOSE_LENGTH, code: 'PURPOSE_INVALID', cardCode })
  purpose?: string | null;

  @Field(() => String, { nullable: true, description: 'Where to send the payer after paying: an https URL.' })
  @AllowedHost()
  @RedirectUrl()
  successUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Where to send the payer when paying failed: an https URL.' })
  @AllowedHost()
  @RedirectUrl()
  failUrl?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: 'The payer, as far as the method needs to know.' })
  @RequiredFields()
  @Nested(() => CustomerInput)
  customer?: CustomerInput | null;

  @Field(() => CardInput, { nullable: true, description: 'The card, for CARD_IN_ORDER only.' })
  @Nested(() => CardInput)
  @DomainRule('required for CARD_IN_ORDER, not allowed for other methods', 'CARD_REQUIRED', 'CARD_NOT_TAKEN')
  card?: CardInput | null;
}

export function toOrderRequest(input: CreateOrderInput): OrderRequest {
  return {
    idempotencyKey: input.idempotencyKey ?? null,
    accountId: input.accountId ?? null,
    externalId: input.externalId ?? null,
    method: input.method,
    amount: input.amount,
    currency: input.currency ?? null,
    purpose: input.purpose ?? null,
    successUrl: input.successUrl ?? null,
    failUrl: input.failUrl ?? null,
    customer: toCustomer(input.customer),
    card: input.card ?? null,
    retryOf: null,
  };
}

/** Why no order was made, for the error codes of every mutation that makes one. */
export const createOrderProblemTexts: Readonly<Record<CreateOrderRefusalCode, string>> = {
  AMOUNT_NOT_POSITIVE: 'The amount is zero.',
  AMOUNT_TOO_PRECISE: 'The amount has more digits after the point than its currency.',
  IDEMPOTENCY_KEY_INVALID: 'The idempotency key is empty, too long or unprintable.',
  EXTERNAL_ID_INVALID: 'The external id is empty, too long or unprintable.',
  PURPOSE_INVALID: 'The purpose is empty, too long or unprintable.',
  URL_INVALID: 'The URL is not an absolute https URL.',
  URL_HOST_NOT_ALLOWED: 'The URL names a host that this installation does not redirect to.',
  METHOD_NOT_AVAILABLE: 'The account does not have this payment method.',
  METHOD_NOT_CONFIGURED: "The provider's word for the method was never set in the account's terminal profile.",
  CARD_NUMBER_IN_TEXT: 'A text holds a card number, which would be stored.',
  CUSTOMER_FIELD_REQUIRED: 'The method needs to know this of the payer.',
  CUSTOMER_FIELD_INVALID: 'A field of the payer breaks its rule.',
  CARD_REQUIRED: 'The method needs a card.',
  CARD_NOT_TAKEN: 'The method takes no card.',
  ...cardProblemTexts,
  ACCOUNT_NOT_FOUND: 'There is no such account.',
  IDEMPOTENCY_KEY_REUSED: 'The key was used for another request; the message names what differs.',
  EXTERNAL_ID_TAKEN: 'The account has an order with this external id already.',
  TOO_MANY_CARDS: 'Too many cards of this payer, bank or API key were not paid; `retryAt` says when to try again.',
  PROVIDER_REFUSED: 'The provider refused the order.',
  PROVIDER_NOT_REACHED: 'Nothing was sent; the order is abandoned. Make another, with another idempotency key.',
  PROVIDER_OUTCOME_UNKNOWN:
    'No usable answer came back; the order is shown again if it turns up. If it is ABANDONED, make another, with another idempotency key.',
};

/** A refusal of a mutation that sends cards. */
@ObjectType({ isAbstract: true })
export abstract class CardUserError extends UserError {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When another card may be sent, with TOO_MANY_CARDS; null with every other code.',
  })
  retryAt?: Date | null;
}

@ObjectType('CreateOrderPayload', { description: 'The order that was created, and the problems with the request.' })
export class CreateOrderPayload extends mutationPayload(
  'CreateOrder',
  { description: 'Why an order was not created, or not as asked.', values: createOrderProblemTexts },
  CardUserError,
) {
  @Field(() => OrderModel, {
    nullable: true,
    description:
      'The order; with EXTERNAL_ID_TAKEN and IDEMPOTENCY_KEY_REUSED the earlier one; null when none was recorded.',
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
