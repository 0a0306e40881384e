import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { AmountsFilter } from '../../graphql/connection/amounts-filter.input.js';
import { type SortDirection, SortDirectionEnum } from '../../graphql/connection/sort-direction.enum.js';
import { PageArguments } from '../../graphql/connection/page-arguments.js';
import { ruleDecorator } from '../../graphql/validation/field-rule.js';
import { Id } from '../../graphql/validation/id.decorator.js';
import { Nested } from '../../graphql/validation/nested.decorator.js';
import { SearchedText } from '../../graphql/validation/text.decorator.js';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import { OrderMethodEnum } from '../../accounts/graphql/order-method.enum.js';
import type { OrderStatus } from '../domain/order-status.js';
import type { OrderSortField } from '../persistence/orders-page.query.js';
import { OrderSortFieldEnum, OrderStatusEnum } from './order.enum.js';

// The index knows every three letters or digits in a row. Of a text without any it knows nothing, and every row would
// be read.
const INDEXED = /[\p{L}\p{N}]{3}/u;
const MAX_SEARCH_LENGTH = 100;

const SEARCH = `three letters or digits in a row, and ${MAX_SEARCH_LENGTH} characters at most`;

const SearchText = (): PropertyDecorator =>
  ruleDecorator<string>({
    name: 'search',
    about: SEARCH,
    findProblem: (text) => (text.length > MAX_SEARCH_LENGTH || !INDEXED.test(text) ? `must have ${SEARCH}` : null),
    canonical: (text) => text.trim(),
  });

@InputType('OrderFilter', { description: 'Which orders to list; every field given must hold.' })
export class OrderFilter extends AmountsFilter {
  @Field(() => ID, { nullable: true, description: 'Of this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => [OrderStatusEnum], { nullable: true, description: 'In one of these statuses.' })
  statuses?: OrderStatus[] | null;

  @Field(() => [OrderMethodEnum], { nullable: true, description: 'Paid in one of these ways.' })
  methods?: OrderMethod[] | null;

  @Field(() => String, { nullable: true, description: "With exactly this id in the merchant's system." })
  @SearchedText()
  externalId?: string | null;

  @Field(() => ID, { nullable: true, description: 'With exactly this id at the provider.' })
  @Id()
  providerOrderId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'With this text in one of the ids or in the purpose, 100 characters at most. Three letters or digits of the text stand in a row.',
  })
  @SearchedText()
  @SearchText()
  search?: string | null;
}

@InputType('OrderSort', { description: 'How to sort a list of orders.' })
export class OrderSort {
  @Field(() => OrderSortFieldEnum, { description: 'Field to sort by.' })
  field: OrderSortField;

  @Field(() => SortDirectionEnum, { defaultValue: 'DESC', description: 'Which end comes first.' })
  direction: SortDirection;
}

@ArgsType()
export class OrdersArguments extends PageArguments {
  @Field(() => OrderFilter, { nullable: true, description: 'Which orders to list; all when absent.' })
  @Nested(() => OrderFilter)
  filter?: OrderFilter | null;

  @Field(() => OrderSort, { nullable: true, description: 'The newest first when absent.' })
  @Nested(() => OrderSort)
  sort?: OrderSort | null;
}
