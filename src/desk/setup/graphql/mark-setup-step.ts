import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import type { SetupStepName } from '../domain/setup-steps.js';
import { SetupStepModel, SetupStepNameEnum } from './setup-step.model.js';

// A sentence or two, and perhaps the name of a document.
const MAX_NOTE_LENGTH = 500;

@InputType('MarkSetupStepInput', { description: 'The step to mark as done, and the proof.' })
export class MarkSetupStepInput {
  @Field(() => SetupStepNameEnum, { description: 'A step for which `canBeMarked` is true.' })
  step: SetupStepName;

  @Field(() => Boolean, { defaultValue: true, description: 'False removes an earlier mark.' })
  isDone: boolean;

  @Field(() => String, {
    description: 'Proof that the step is done, or why it is not needed: 1 to 500 characters, without personal data.',
  })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

@ObjectType('MarkSetupStepPayload', {
  description: 'The setup steps after the call, and the problems with the request.',
})
export class MarkSetupStepPayload extends mutationPayload('MarkSetupStep', {
  description: 'Why a setup step was not marked.',
  values: {
    CANNOT_BE_MARKED: 'Purser detects this step itself.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => [SetupStepModel], { nullable: true, description: 'All steps in their current state.' })
  steps: SetupStepModel[] | null;
}
