import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('PageInfo', {
  description: 'Where a page starts and ends, and whether there are more items before or after it.',
})
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items after this page.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the latest change before the page was read. Pass it as `after` to the subscription for these objects to receive everything since. Null for lists without a subscription.',
  })
  liveCursor: string | null;
}
