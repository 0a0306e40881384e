import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../../graphql/user-error.model.js';
import type { DeclineRefusalCode, DeclineResult } from '../decline-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';

type DeclineChangeRequestErrorCode = DeclineRefusalCode | 'REASON_INVALID';

const DeclineChangeRequestUserError = userErrorType<DeclineChangeRequestErrorCode>('DeclineChangeRequest', {
  description: 'Why a change request was not declined.',
  values: {
    CHANGE_REQUEST_NOT_FOUND: 'There is no such change request.',
    CHANGE_REQUEST_CLOSED: 'The change request is closed already.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('DeclineChangeRequestPayload', { description: 'The result of declineChangeRequest.' })
export class DeclineChangeRequestPayload {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request as it is now; null when there is none with the id.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => [DeclineChangeRequestUserError], {
    description: 'Problems with the request; empty when it was declined.',
  })
  userErrors: UserErrorWith<DeclineChangeRequestErrorCode>[];
}

export function toDeclineChangeRequestPayload({ request, refusal }: DeclineResult): DeclineChangeRequestPayload {
  return {
    changeRequest: request && toChangeRequestModel(request),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'id'] }] : [],
  };
}
