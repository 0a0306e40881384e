import { Args, Context, ID, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';
import { asksWhetherThisPayout } from '../closing-rules.js';
import { PayoutDisputes } from '../payout-disputes.js';
import { CloseDiscrepancyService } from '../close-discrepancy.service.js';
import { DiscrepanciesPageQuery } from '../persistence/discrepancies-page.query.js';
import { CloseDiscrepancyInput, CloseDiscrepancyPayload, toCloseDiscrepancyPayload } from './close-discrepancy.js';
import { DiscrepanciesArguments } from './discrepancies-arguments.js';
import { DiscrepancyConnectionModel, DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

@Resolver(() => DiscrepancyModel)
export class DiscrepanciesResolver {
  readonly #boundIds: BatchLoader<string | null>;

  constructor(
    private readonly pages: DiscrepanciesPageQuery,
    private readonly closing: CloseDiscrepancyService,
    payouts: PayoutDisputes,
  ) {
    this.#boundIds = new BatchLoader((payoutIds) => payouts.handler.findBoundIds(payoutIds));
  }

  @ResolveField('asksWhetherThisPayout', () => Boolean, {
    description:
      "Whether closing the discrepancy requires `isThisPayout`, because Purser's payout is bound to the provider's payout that differs from it.",
  })
  async asks(discrepancy: DiscrepancyModel): Promise<boolean> {
    const { payoutId, isOpen } = discrepancy;
    if (!isOpen || payoutId === null) return false;
    return asksWhetherThisPayout(discrepancy, await this.#boundIds.load(payoutId));
  }

  @Query(() => DiscrepancyModel, {
    nullable: true,
    description: 'One discrepancy; null if there is none with this id.',
  })
  @Requires('reconciliation:read')
  async discrepancy(
    @Args('id', { type: () => ID, description: "Purser's id for the discrepancy." }, ParseId) id: string,
  ): Promise<DiscrepancyModel | null> {
    const discrepancy = await this.pages.find(id);
    return discrepancy && toDiscrepancyModel(discrepancy);
  }

  @Query(() => DiscrepancyConnectionModel, {
    description: 'Differences between Purser and the provider, newest first, in pages.',
  })
  @Requires('reconciliation:read')
  async discrepancies(@Args() args: DiscrepanciesArguments): Promise<Connection<DiscrepancyModel>> {
    return this.pages.page(args.filter ?? {}, args, toDiscrepancyModel);
  }

  @Mutation(() => CloseDiscrepancyPayload, { description: 'Closes a discrepancy permanently, with a note.' })
  @Requires('discrepancies:close')
  @RefusesInput<CloseDiscrepancyPayload>(async (input: CloseDiscrepancyInput, { closing }: DiscrepanciesResolver) => {
    const discrepancy = await closing.find(input.discrepancyId);
    return { discrepancy: discrepancy && toDiscrepancyModel(discrepancy) };
  })
  async closeDiscrepancy(
    @Args('input', { description: 'The discrepancy to close.' }) input: CloseDiscrepancyInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseDiscrepancyPayload> {
    const { discrepancyId, note, isThisPayout = null } = input;
    const closing = { discrepancyId, note, isThisPayout, closedBy: caller.id };
    return toCloseDiscrepancyPayload(await this.closing.close(closing));
  }
}
