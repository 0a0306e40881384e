import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import type { SetupStepName } from '../domain/setup-steps.js';
import { SetupStepModel, SetupStepNameEnum } from './setup-step.model.js';

// A sentence or two, and perhaps the name of a document.
const MAX_NOTE_LENGTH = 500;

@InputType('MarkSetupStepInput', { description: 'The step to mark, and the reason.' })
export class MarkSetupStepInput {
  @Field(() => SetupStepNameEnum, { description: 'A step that `canBeMarked`.' })
  step: SetupStepName;

  @Field(() => Boolean, { defaultValue: true, description: 'False takes an earlier mark back.' })
  isDone: boolean;

  @Field(() => String, {
    description: 'The proof, or why the step is not needed: 1 to 500 characters, without personal data.',
  })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;
}

@ObjectType('MarkSetupStepPayload', { description: 'The steps after the call, and the problems with the request.' })
export class MarkSetupStepPayload extends mutationPayload('MarkSetupStep', {
  description: 'Why a step was not marked.',
  values: {
    CANNOT_BE_MARKED: 'Purser sees this step itself.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or holds a card number.',
  },
}) {
  @Field(() => [SetupStepModel], { nullable: true, description: 'All steps as they are now.' })
  steps: SetupStepModel[] | null;
}
