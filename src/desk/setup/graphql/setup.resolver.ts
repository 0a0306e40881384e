import { Args, Context, Mutation, ResolveField, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { DeskModel } from '../../../access/viewer/desk.model.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { SetupService } from '../setup.service.js';
import { MarkSetupStepInput, MarkSetupStepPayload } from './mark-setup-step.js';
import { SetupStepModel, toSetupStepModel } from './setup-step.model.js';

@Resolver(() => DeskModel)
export class SetupResolver {
  constructor(readonly service: SetupService) {}

  @ResolveField(() => [SetupStepModel], {
    description: 'The steps before the first real payment, those that are done too; in the order to take them.',
  })
  async setup(): Promise<SetupStepModel[]> {
    return (await this.service.steps()).map(toSetupStepModel);
  }

  @Mutation(() => MarkSetupStepPayload, {
    description: 'Marks a step of the setup as done that Purser cannot see, or that is not needed; or takes it back.',
  })
  @Requires('policies:change')
  @RefusesInput<MarkSetupStepPayload>(async (_input: MarkSetupStepInput, resolver: SetupResolver) => ({
    steps: await resolver.setup(),
  }))
  async markSetupStep(
    @Args('input', { description: 'The step to mark.' }) { step, isDone, note }: MarkSetupStepInput,
    @Context('caller') caller: Caller,
  ): Promise<MarkSetupStepPayload> {
    const refusal = await this.service.mark({ step, isDone, note, markedBy: caller.id });
    return { steps: await this.setup(), userErrors: toUserErrors(refusal, { CANNOT_BE_MARKED: 'step' }) };
  }
}
