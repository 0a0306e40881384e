import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../graphql/scalars/decimal.scalar.js';
import type { OrderRequest } from '../domain/new-order.js';
import { CardInput } from './card.input.js';
import { CustomerInput, toCustomer } from './customer.input.js';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../accounts/graphql/order-method.enum.js';

@InputType('CreateOrderInput', { description: 'The order to create.' })
export class CreateOrderInput {
  @Field(() => String, {
    nullable: true,
    description: 'Names this request: sent again with the same key, it returns the same order and creates nothing.',
  })
  idempotencyKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The merchant account; the first one when absent.' })
  accountId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The order's id in the merchant's system, unique in the account; Purser's id when absent.",
  })
  externalId?: string | null;

  @Field(() => OrderMethodEnum, { defaultValue: 'HOSTED_PAGE', description: 'How the payer pays.' })
  method: OrderMethod;

  @Field(() => DecimalScalar, { description: 'What the payer is asked for, greater than zero.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: "The terminal's own currency when absent." })
  currency?: CurrencyCode | null;

  @Field(() => String, { nullable: true, description: 'What the payer is told the payment is for.' })
  purpose?: string | null;

  @Field(() => String, { nullable: true, description: 'Where to send the payer after paying: an https URL.' })
  successUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Where to send the payer when paying failed: an https URL.' })
  failUrl?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: 'The payer, as far as the method needs to know.' })
  customer?: CustomerInput | null;

  @Field(() => CardInput, { nullable: true, description: 'The card, for CARD_IN_ORDER only.' })
  card?: CardInput | null;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field of the input */
export function toOrderRequest(input: CreateOrderInput): OrderRequest {
  return {
    idempotencyKey: input.idempotencyKey ?? null,
    accountId: parseUuidInput(input.accountId, ['input', 'accountId']),
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
