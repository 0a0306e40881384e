import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('PageInfo', { description: 'Where a page starts and ends, and whether more items lie beyond it.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow the last one of this page.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether items precede the first one of this page.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where the log of changes stood before the page was read: given as `after`, the subscription of these objects ' +
      'tells all that happened since. Null in lists that no subscription follows.',
  })
  liveCursor: string | null;
}
