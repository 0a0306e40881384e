import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { DeclineRefusalCode, DeclineResult } from '../decline-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';

type DeclineChangeRequestErrorCode = DeclineRefusalCode | 'REASON_INVALID';

const DeclineChangeRequestErrorCodeEnum = wordEnum<DeclineChangeRequestErrorCode>({
  name: 'DeclineChangeRequestErrorCode',
  description: 'Why a change request was not declined.',
  words: {
    CHANGE_REQUEST_NOT_FOUND: 'There is no such change request.',
    CHANGE_REQUEST_CLOSED: 'The change request is closed already.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('DeclineChangeRequestUserError', {
  implements: () => [UserError],
  description: 'Why declineChangeRequest was refused.',
})
export class DeclineChangeRequestUserErrorModel extends UserError {
  @Field(() => DeclineChangeRequestErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: DeclineChangeRequestErrorCode;
}

@ObjectType('DeclineChangeRequestPayload', { description: 'The result of declineChangeRequest.' })
export class DeclineChangeRequestPayload {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request as it is now; null when there is none with the id.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => [DeclineChangeRequestUserErrorModel], {
    description: 'Problems with the request; empty when it was declined.',
  })
  userErrors: DeclineChangeRequestUserErrorModel[];
}

export function toDeclineChangeRequestPayload({ request, refusal }: DeclineResult): DeclineChangeRequestPayload {
  return {
    changeRequest: request && toChangeRequestModel(request),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'id'] }] : [],
  };
}
