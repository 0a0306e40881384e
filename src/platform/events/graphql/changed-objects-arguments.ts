import { ArgsType, Field, ID } from '@nestjs/graphql';
import { Id, Ids } from '../../graphql/validation/id.decorator.js';
import { MaxEntries } from '../../graphql/validation/max-entries.decorator.js';

// As many as a page of a list has rows when more were loaded after it.
const MAX_IDS = 1_000;

/** Of which objects a subscription tells. */
@ArgsType()
export class ChangedObjectsArguments {
  @Field(() => ID, { nullable: true, description: 'Only of this merchant account.' })
  @Id()
  accountId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Only of those with these ids, at most ${MAX_IDS}.`,
  })
  @MaxEntries(MAX_IDS)
  @Ids()
  ids?: string[] | null;
}
