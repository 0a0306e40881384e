import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../changes/graphql/propose-refusals.js';
import type { UnblockPersonResult } from '../blocks/person-blocks.service.js';
import { PersonModel, toPersonModel } from './person.model.js';

@InputType('UnblockPersonInput', { description: 'The person to unblock.' })
export class UnblockPersonInput {
  @Field(() => ID, { description: "Purser's id for the person." })
  @Id()
  personId: string;

  @Field(() => String, { description: 'The reason; stored with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('UnblockPersonPayload', { description: 'The person after the call, and the problems with the request.' })
export class UnblockPersonPayload extends mutationPayload('UnblockPerson', {
  description: 'Why unblocking a person was not proposed.',
  values: {
    PERSON_NOT_FOUND: 'There is no such person.',
    NOT_BLOCKED: 'The person is not blocked.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => PersonModel, {
    nullable: true,
    description:
      'The person, who stays blocked until another person confirms the change; null if there is no such person.',
  })
  person: PersonModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toUnblockPersonPayload({ person, changeRequest, refusal }: UnblockPersonResult): UnblockPersonPayload {
  return {
    person: person && toPersonModel(person),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, 'personId'),
  };
}
