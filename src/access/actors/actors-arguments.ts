import { ArgsType, Field, ID } from '@nestjs/graphql';
import { Ids } from '../../platform/graphql/validation/id.decorator.js';
import { MaxEntries } from '../../platform/graphql/validation/max-entries.decorator.js';

// The number of rows on a page.
export const MAX_ACTORS = 100;

@ArgsType()
export class ActorsArguments {
  @Field(() => [ID], { description: 'Ids of API keys and people.' })
  @MaxEntries(MAX_ACTORS)
  @Ids()
  ids: string[];
}
