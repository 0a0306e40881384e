import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { Caller } from '../../graphql/request-context.js';
import { DecisionsService } from '../decisions.service.js';
import { DecisionModel, toDecisionModel } from './decision.model.js';
import { DeclineDecisionInput } from './decline-decision.input.js';
import { DeclineDecisionPayload, toDeclineDecisionPayload } from './decline-decision.payload.js';

/** What waits for a second person. It is confirmed by the mutation that proposed it, and by nothing else. */
@Resolver(() => DecisionModel)
export class DecisionsResolver {
  constructor(private readonly service: DecisionsService) {}

  @Query(() => [DecisionModel], {
    description: 'What one person proposed and another must confirm, oldest first, 100 at most.',
  })
  @Requires('payouts:read')
  async decisions(): Promise<DecisionModel[]> {
    return (await this.service.listOpen()).map(toDecisionModel);
  }

  @Mutation(() => DeclineDecisionPayload, { description: 'Ends a proposal that waits for a second person.' })
  @Requires('policies:change')
  async declineDecision(
    @Args('input', { description: 'The decision, and why.' }) input: DeclineDecisionInput,
    @Context('caller') caller: Caller,
  ): Promise<DeclineDecisionPayload> {
    const id = parseUuidInput(input.decisionId, ['input', 'decisionId']);
    const { reason } = input;
    return toDeclineDecisionPayload(await this.service.decline(id, { actorId: caller.id, reason }));
  }
}
