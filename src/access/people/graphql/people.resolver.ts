import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../scopes/requires.decorator.js';
import { PersonBlocksService } from '../blocks/person-blocks.service.js';
import { PeoplePageQuery } from '../persistence/people-page.query.js';
import { BlockPersonInput, BlockPersonPayload, toBlockPersonPayload } from './block-person.js';
import { PersonConnectionModel, PersonModel, toPersonModel } from './person.model.js';
import { toUnblockPersonPayload, UnblockPersonInput, UnblockPersonPayload } from './unblock-person.js';

@Resolver(() => PersonModel)
export class PeopleResolver {
  constructor(
    readonly pages: PeoplePageQuery,
    private readonly blocks: PersonBlocksService,
  ) {}

  @Query(() => PersonModel, { nullable: true, description: 'One person; null if there is none with this id.' })
  @Requires('keys:confirm')
  async person(
    @Args('id', { type: () => ID, description: "Purser's id for the person." }, ParseId) id: string,
  ): Promise<PersonModel | null> {
    const person = await this.pages.find(id);
    return person && toPersonModel(person);
  }

  @Query(() => PersonConnectionModel, {
    description: 'People who have signed in through the identity provider, newest first, in pages.',
  })
  @Requires('keys:confirm')
  async people(@Args() args: PageArguments): Promise<Connection<PersonModel>> {
    return this.pages.page(args, toPersonModel);
  }

  @Mutation(() => BlockPersonPayload, {
    description:
      'Blocks a person immediately: their dashboard sessions end, their tokens are refused, and their proposals and approvals no longer count.',
  })
  @Requires('keys:manage')
  @RefusesInput<BlockPersonPayload>(async ({ personId }: BlockPersonInput, { pages }: PeopleResolver) => {
    const person = await pages.find(personId);
    return { person: person && toPersonModel(person), endedSessions: 0 };
  })
  async blockPerson(
    @Args('input', { description: 'The person, and the reason.' }) { personId, reason }: BlockPersonInput,
    @Context('caller') caller: Caller,
  ): Promise<BlockPersonPayload> {
    return toBlockPersonPayload(await this.blocks.block({ personId, reason, caller }));
  }

  @Mutation(() => UnblockPersonPayload, {
    description: 'Proposes to unblock a person. Another person confirms the change request.',
  })
  @Requires('keys:manage')
  @RefusesInput<UnblockPersonPayload>(async ({ personId }: UnblockPersonInput, { pages }: PeopleResolver) => {
    const person = await pages.find(personId);
    return { person: person && toPersonModel(person), changeRequest: null };
  })
  async unblockPerson(
    @Args('input', { description: 'The person, and the reason.' }) { personId, reason }: UnblockPersonInput,
    @Context('caller') caller: Caller,
  ): Promise<UnblockPersonPayload> {
    return toUnblockPersonPayload(await this.blocks.unblock({ personId, reason, caller }));
  }
}
