import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { DeclineResult } from '../decline-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';

@InputType('DeclineChangeRequestInput', { description: 'The change request to decline.' })
export class DeclineChangeRequestInput {
  @Field(() => ID, { description: "Purser's id for the change request." })
  @Id()
  id: string;

  @Field(() => String, { description: 'The reason; stored in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('DeclineChangeRequestPayload', {
  description: 'The change request after the call, and the problems with the request.',
})
export class DeclineChangeRequestPayload extends mutationPayload('DeclineChangeRequest', {
  description: 'Why a change request was not declined.',
  values: {
    CHANGE_REQUEST_NOT_FOUND: 'There is no such change request.',
    CHANGE_REQUEST_CLOSED: 'The change request is already closed.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
  listed: 'Problems with the request; empty if the change request was declined.',
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request in its current state; null if there is no such change request.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toDeclineChangeRequestPayload({ request, refusal }: DeclineResult): DeclineChangeRequestPayload {
  return {
    changeRequest: request && toChangeRequestModel(request),
    userErrors: toUserErrors(refusal, 'id'),
  };
}
