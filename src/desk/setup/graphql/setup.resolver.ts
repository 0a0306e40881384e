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
    description: 'All steps to take before the first real payment, including those that are done, in order.',
  })
  async setup(): Promise<SetupStepModel[]> {
    return (await this.service.steps()).map(toSetupStepModel);
  }

  @Mutation(() => MarkSetupStepPayload, {
    description: 'Marks a setup step as done if Purser cannot detect it or if it is not needed, or removes the mark.',
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
