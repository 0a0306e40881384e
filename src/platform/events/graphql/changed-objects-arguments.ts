import { ArgsType, Field, ID } from '@nestjs/graphql';
import { Id, Ids } from '../../graphql/validation/id.decorator.js';
import { MaxEntries } from '../../graphql/validation/max-entries.decorator.js';

// The number of rows that a list shows after several more pages were loaded.
const MAX_IDS = 1_000;

@ArgsType()
export class ChangedObjectsArguments {
  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Only changes to the objects with these ids, at most ${MAX_IDS}.`,
  })
  @MaxEntries(MAX_IDS)
  @Ids()
  ids?: string[] | null;
}
