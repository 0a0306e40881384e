import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { CloseRefusalCode, UnconfirmedPayoutResult } from '../unconfirmed/unconfirmed-payout.service.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import { UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

const BLAMED_FIELDS = {
  ...UNCONFIRMED_FIELDS,
  NOT_UNREADABLE: 'unreadableWebhookIds',
  RECIPIENT_PURGED: 'resend',
} as const;

@ObjectType('CloseUnconfirmedPayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class CloseUnconfirmedPayoutPayload extends mutationPayload('CloseUnconfirmedPayout', {
  description: 'Why it was not proposed to close an unconfirmed payout.',
  values: {
    ...UNCONFIRMED_REFUSALS,
    TOO_EARLY: 'Late answers and webhooks are still likely; close it after the cool-off.',
    EVIDENCE_PENDING:
      'A webhook or an answer names a payout that is not known to be another one; the message says which.',
    NOT_UNREADABLE: 'An id in unreadableWebhookIds is not that of a webhook about it that could not be read.',
    RECIPIENT_PURGED: 'Its recipient was purged, so it can be closed and not sent again.',
  },
  listed: 'Problems with the request; empty when the change was proposed.',
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when it was refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toCloseUnconfirmedPayoutPayload({
  payout,
  changeRequest,
  refusal,
}: UnconfirmedPayoutResult<CloseRefusalCode>): CloseUnconfirmedPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, BLAMED_FIELDS),
  };
}
