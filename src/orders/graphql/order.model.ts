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
import { CUSTOMER_KEYS, type CustomerKeys, type CustomerKey } from '../domain/customer-keys.js';
import { DeclareFields } from '../../platform/graphql/declare-fields.decorator.js';
import { OrderStatusEnum } from './order.enum.js';

const CUSTOMER_TEXTS: Readonly<Record<CustomerKey, string>> = {
  email: 'The e-mail address, such as a***@e***.',
  phone: 'The phone number, such as ***4567.',
  customerId: "The id in the merchant's system, such as ***-777.",
};

@ObjectType('MaskedCustomer', {
  description: 'The payer data by which an order can be found, masked. Each field is null if it was not given.',
})
@DeclareFields(CUSTOMER_KEYS, (key) => [Field(() => String, { nullable: true, description: CUSTOMER_TEXTS[key] })])
export class MaskedCustomerModel extends (Object as unknown as new () => CustomerKeys) {}

@ObjectType('Order', { description: 'A payment that a payer is asked to make.' })
export class OrderModel {
  @Field(() => ID, { description: "Purser's id for the order." })
  id: string;

  @Field(() => ID, {
    nullable: true,
    description: "The provider's id for the order; null until the provider's first answer.",
  })
  providerOrderId: string | null;

  @Field(() => ID, { description: 'The id of the merchant account.' })
  accountId: string;

  @Field(() => String, { description: "The order's id in the merchant's system, or Purser's id if none was given." })
  externalId: string;

  @Field(() => OrderMethodEnum, { description: 'How the payer pays.' })
  method: OrderMethod;

  @Field(() => OrderStatusEnum, { description: 'The current status.' })
  status: OrderStatus;

  @Field(() => String, { nullable: true, description: "The provider's own status, verbatim." })
  providerStatus: string | null;

  /** As stored. The resolver formats the amounts with the number of decimals of their currency. */
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: "Currency of the amounts; null until the terminal's currency is known.",
  })
  currency: CurrencyCode | null;

  commission: DecimalString | null;

  received: DecimalString | null;

  @Field(() => String, { nullable: true, description: 'Purpose of the payment, shown to the payer.' })
  purpose: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the page where the payer pays.' })
  paymentLink: string | null;

  @Field(() => String, { nullable: true, description: 'URL to which the payer is redirected after paying.' })
  successUrl: string | null;

  @Field(() => String, { nullable: true, description: 'URL to which the payer is redirected after a failed payment.' })
  failUrl: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'First six and last four digits of the card that was sent with the order.',
  })
  maskedCardNumber: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The scheme of the card that was sent with the order, such as visa; null if unknown.',
  })
  cardBrand: string | null;

  @Field(() => MaskedCustomerModel, {
    nullable: true,
    description: 'The payer, masked; null if no e-mail address, phone number or customer id was given.',
  })
  maskedCustomer: CustomerKeys | null;

  /** Purser's id of the retried order. The resolver loads the order only if it is selected. */
  retryOf: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A problem that operators should look at; null if there is none.',
  })
  problem: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the order was paid, according to the provider.' })
  paidAt: Date | UtcText | null;

  @Field(() => DateTimeScalar, { description: 'When the order was created.' })
  createdAt: Date | UtcText;

  @Field(() => DateTimeScalar, { description: 'When Purser last changed the order.' })
  updatedAt: Date | UtcText;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When Purser polls the order next; null if no poll is scheduled.',
  })
  nextCheckAt: Date | UtcText | null;
}

export const OrderConnectionModel = createConnectionType(OrderModel, 'Order');
