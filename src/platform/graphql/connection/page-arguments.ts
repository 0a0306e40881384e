import { ArgsType, Field, Int } from '@nestjs/graphql';
import { DomainRule } from '../validation/domain-rule.decorator.js';

/**
 * The paging arguments of all connections. Nest passes plain objects, so `toPageRequest` validates the arguments
 * together.
 */
@ArgsType()
export class PageArguments {
  @Field(() => Int, {
    nullable: true,
    description:
      'Number of items to return from the start of the list, or after the cursor `after`: 1 to 100, by default 20.',
  })
  @DomainRule('1 to 100, and not with `last`')
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return the items that follow this cursor.' })
  @DomainRule('a cursor of this list, and not with `before` or `last`')
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of items to return from the end of the list, or before the cursor `before`: 1 to 100, by default 20.',
  })
  @DomainRule('1 to 100, and not with `first`')
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Return the items that precede this cursor.' })
  @DomainRule('a cursor of this list, and not with `after` or `first`')
  before?: string | null;
}
