import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { UtcText } from '../../common/text/utc-text.js';
import { createConnectionType } from '../../platform/graphql/connection/connection-type.js';
import { CurrencyCodeScalar } from '../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../desk/accounts/graphql/order-method.enum.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderStatusEnum } from './order.enum.js';

@ObjectType('Order', { description: 'A payment that a payer is asked to make.' })
export class OrderModel {
  @Field(() => ID, { description: "Purser's id of the order." })
  id: string;

  @Field(() => ID, { nullable: true, description: "The provider's id; null until it answered." })
  providerOrderId: string | null;

  @Field(() => ID, { description: 'The id of its merchant account.' })
  accountId: string;

  @Field(() => String, { description: "The order's id in the merchant's system; Purser's id when none was given." })
  externalId: string;

  @Field(() => OrderMethodEnum, { description: 'How the payer pays.' })
  method: OrderMethod;

  @Field(() => OrderStatusEnum, { description: 'Where it stands.' })
  status: OrderStatus;

  @Field(() => String, { nullable: true, description: "The provider's own status word, verbatim." })
  providerStatus: string | null;

  /** The amount as it is stored; resolved to one with the digits of its currency, as those below. */
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: "Currency of the amounts; null while the terminal's own currency is not known yet.",
  })
  currency: CurrencyCode | null;

  commission: DecimalString | null;

  received: DecimalString | null;

  @Field(() => String, { nullable: true, description: 'Purpose of the payment, shown to the payer.' })
  purpose: string | null;

  @Field(() => String, { nullable: true, description: 'Where the payer is sent to pay.' })
  paymentLink: string | null;

  @Field(() => String, { nullable: true, description: 'Where the payer is sent after paying.' })
  successUrl: string | null;

  @Field(() => String, { nullable: true, description: 'Where the payer is sent when paying failed.' })
  failUrl: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'First six and last four digits of the card that was sent with the order.',
  })
  maskedCardNumber: string | null;

  @Field(() => String, { nullable: true, description: 'The scheme of that card, such as visa, where it is known.' })
  cardBrand: string | null;

  /** Purser's id; resolved to the order when it is selected. */
  retryOf: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Problem that an operator should know of; null when all is well.',
  })
  problem: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was paid, by the provider.' })
  paidAt: Date | UtcText | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt: Date | UtcText;

  @Field(() => DateTimeScalar, { description: 'When Purser last wrote to it.' })
  updatedAt: Date | UtcText;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it is checked next; null when it is not.' })
  nextCheckAt: Date | UtcText | null;
}

export const OrderConnectionModel = createConnectionType(OrderModel, 'Order');
