import { ArgsType, Field, Int } from '@nestjs/graphql';

/**
 * The paging arguments of every connection. Nest hands arguments over as plain objects, so what they mean together is
 * decided by `toPageRequest`.
 */
@ArgsType()
export class PageArguments {
  @Field(() => Int, {
    nullable: true,
    description: 'How many items to return from the start or after `after`, 1 to 100; 20 when absent.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return the items that follow this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many items to return from the end or before `before`, 1 to 100; 20 when absent.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Return the items that precede this cursor.' })
  before?: string | null;
}
