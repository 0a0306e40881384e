import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('PageInfo', { description: 'Where a page starts and ends, and whether there are more items.' })
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
      "Cursor of the latest change before the page was read: pass it as `after` to the objects' " +
      'subscription to get everything since. Null for lists without a subscription.',
  })
  liveCursor: string | null;
}
