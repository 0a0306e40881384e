import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { AmountsFilter } from '../../platform/graphql/connection/amounts-filter.input.js';
import { type SortDirection, SortDirectionEnum } from '../../platform/graphql/connection/sort-direction.enum.js';
import { Search } from '../../platform/graphql/connection/search.decorator.js';
import { PageArguments } from '../../platform/graphql/connection/page-arguments.js';
import { DateTimeScalar, EndsBefore } from '../../platform/graphql/scalars/date-time.scalar.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import { SearchedText } from '../../platform/graphql/validation/text.decorator.js';
import type { OrderMethod } from '../../desk/accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../desk/accounts/graphql/order-method.enum.js';
import type { OrderStatus } from '../domain/order-status.js';
import type { OrderSortField } from '../persistence/orders-page.query.js';
import { OrderSortFieldEnum, OrderStatusEnum } from './order.enum.js';

@InputType('OrderFilter', { description: 'Filter for orders. All given fields must match.' })
export class OrderFilter extends AmountsFilter {
  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => [OrderStatusEnum], { nullable: true, description: 'Only in one of these statuses.' })
  statuses?: OrderStatus[] | null;

  @Field(() => [OrderMethodEnum], { nullable: true, description: 'Only with one of these payment methods.' })
  methods?: OrderMethod[] | null;

  @Field(() => String, { nullable: true, description: "Only with exactly this id in the merchant's system." })
  @SearchedText()
  externalId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only with exactly this provider id.' })
  @Id()
  providerOrderId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only orders from the payer with exactly this e-mail address, phone number with country code, or customer id. Ignores case and spaces in an e-mail address, and spaces and punctuation in a phone number. Allowed once per operation and 30 times a minute; recorded in the audit log.',
  })
  @SearchedText()
  customer?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether there is a problem for operators.' })
  hasProblem?: boolean | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Paid at this time or later.' })
  paidFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Paid before this time.' })
  @EndsBefore()
  paidTo?: Date | null;

  @Search('an id', 'the purpose')
  search?: string | null;
}

@InputType('OrderSort', { description: 'How to sort a list of orders.' })
export class OrderSort {
  @Field(() => OrderSortFieldEnum, { description: 'Field to sort by.' })
  field: OrderSortField;

  @Field(() => SortDirectionEnum, { defaultValue: 'DESC', description: 'Sort direction.' })
  direction: SortDirection;
}

@ArgsType()
export class OrderFacetsArguments {
  @Field(() => OrderFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => OrderFilter)
  filter?: OrderFilter | null;
}

@ArgsType()
export class OrdersArguments extends PageArguments {
  @Field(() => OrderFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => OrderFilter)
  filter?: OrderFilter | null;

  @Field(() => OrderSort, { nullable: true, description: 'Sort order; by default newest first.' })
  @Nested(() => OrderSort)
  sort?: OrderSort | null;
}
