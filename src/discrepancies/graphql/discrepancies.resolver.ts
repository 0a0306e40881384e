import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import type { Connection } from '../../graphql/connection/connection.js';
import type { Caller } from '../../graphql/request-context.js';
import { ParseId } from '../../graphql/validation/parse-id.js';
import { RefusesInput } from '../../graphql/validation/refuses-input.js';
import { CloseDiscrepancyService } from '../close-discrepancy.service.js';
import { DiscrepanciesPageQuery } from '../persistence/discrepancies-page.query.js';
import { CloseDiscrepancyInput, CloseDiscrepancyPayload, toCloseDiscrepancyPayload } from './close-discrepancy.js';
import { DiscrepanciesArguments } from './discrepancies-arguments.js';
import { DiscrepancyConnectionModel, DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

@Resolver(() => DiscrepancyModel)
export class DiscrepanciesResolver {
  constructor(
    private readonly pages: DiscrepanciesPageQuery,
    private readonly closing: CloseDiscrepancyService,
  ) {}

  @Query(() => DiscrepancyModel, {
    nullable: true,
    description: 'One discrepancy; null when there is none with this id.',
  })
  @Requires('reconciliation:read')
  async discrepancy(
    @Args('id', { type: () => ID, description: "Purser's id of the discrepancy." }, ParseId) id: string,
  ): Promise<DiscrepancyModel | null> {
    const discrepancy = await this.pages.find(id);
    return discrepancy && toDiscrepancyModel(discrepancy);
  }

  @Query(() => DiscrepancyConnectionModel, {
    description: 'Differences between Purser and the provider, the newest first, in pages.',
  })
  @Requires('reconciliation:read')
  async discrepancies(@Args() args: DiscrepanciesArguments): Promise<Connection<DiscrepancyModel>> {
    return this.pages.page(args.filter ?? {}, args, toDiscrepancyModel);
  }

  @Mutation(() => CloseDiscrepancyPayload, { description: 'Closes a discrepancy for good, with a note.' })
  @Requires('discrepancies:close')
  @RefusesInput<CloseDiscrepancyPayload>(async (input: CloseDiscrepancyInput, { closing }: DiscrepanciesResolver) => {
    const discrepancy = await closing.find(input.discrepancyId);
    return { discrepancy: discrepancy && toDiscrepancyModel(discrepancy) };
  })
  async closeDiscrepancy(
    @Args('input', { description: 'The discrepancy to close.' }) input: CloseDiscrepancyInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseDiscrepancyPayload> {
    const { discrepancyId, note } = input;
    return toCloseDiscrepancyPayload(await this.closing.close({ discrepancyId, note, closedBy: caller.id }));
  }
}
