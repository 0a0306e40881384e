import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { LiftCardBlockService } from '../lift-card-block.service.js';
import { LiftCardBlockInput, LiftCardBlockPayload, toLiftCardBlockPayload } from './lift-card-block.js';

@Resolver()
export class CardLimitsResolver {
  constructor(private readonly service: LiftCardBlockService) {}

  @Mutation(() => LiftCardBlockPayload, {
    description: "Lifts a card block early, and resets the subject's card count.",
  })
  @Requires('cards:unblock')
  @RefusesInput<LiftCardBlockPayload>(() => ({ isLifted: false }))
  async liftCardBlock(
    @Args('input', { description: 'The card block, and the reason.' }) { subject, reason }: LiftCardBlockInput,
  ): Promise<LiftCardBlockPayload> {
    return toLiftCardBlockPayload(await this.service.lift(subject, reason));
  }
}
