import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import type { Caller, GraphqlContext } from '../../../platform/graphql/request-context.js';
import { OpenToCallers } from '../../../access/scopes/requires.decorator.js';
import type { FindHit } from '../find-hit.js';
import { FindService } from '../find.service.js';
import { FindArguments, toWanted } from './find-arguments.js';
import { FindHitModel } from './find-hit.model.js';

@Resolver(() => FindHitModel)
export class FindResolver {
  constructor(private readonly service: FindService) {}

  @Query(() => [FindHitModel], {
    description:
      'Searches for objects. Finds objects that have the text as one of their ids, orders and payouts of the person whose complete e-mail address, phone number or id it is, and those with this amount and day of creation. If there are none, finds objects with an id that begins or ends with the text, or with a purpose, note or name that contains it. Best hits first. Open to every caller, but limited to objects that the lists would show the caller. A search for a person counts towards the same limit as `OrderFilter.customer` and is recorded like it.',
  })
  @OpenToCallers()
  async find(
    @Args() args: FindArguments,
    @Context('caller') caller: Caller,
    @Context() context: GraphqlContext,
  ): Promise<readonly FindHit[]> {
    return this.service.find(toWanted(args), caller, context);
  }
}
