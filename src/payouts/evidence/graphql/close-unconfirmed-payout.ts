import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id, Ids } from '../../../platform/graphql/validation/id.decorator.js';
import { MaxEntries } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type {
  CloseRefusalCode,
  CloseRequest,
  UnconfirmedPayoutResult,
} from '../unconfirmed/unconfirmed-payout.service.js';
import { Reference, UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

// Limits how many of an attempt's webhooks are replayed. If there are more, the sender is at fault.
const MAX_UNREADABLE = 100;

@InputType('CloseUnconfirmedPayoutInput', { description: 'An unconfirmed payout that the provider lacks.' })
export class CloseUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the payout is then sent once more; otherwise it ends.',
  })
  resend: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Unreadable webhooks about the payout, as listed by EVIDENCE_PENDING, at most 100. The payout is ' +
      'closed despite them. Absent for none.',
  })
  @DomainRule('webhooks about this payout that could not be read', 'NOT_UNREADABLE')
  @MaxEntries(MAX_UNREADABLE)
  @Ids()
  unreadableWebhookIds?: string[] | null;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  @Reference()
  reference: string;
}

export function toCloseRequest(input: CloseUnconfirmedPayoutInput, proposedBy: string): CloseRequest {
  return {
    payoutId: input.payoutId,
    resend: input.resend,
    unreadableWebhookIds: input.unreadableWebhookIds ?? [],
    reference: input.reference,
    proposedBy,
  };
}

const BLAMED_FIELDS = {
  ...UNCONFIRMED_FIELDS,
  NOT_UNREADABLE: 'unreadableWebhookIds',
  RECIPIENT_PURGED: 'resend',
} as const;

@ObjectType('CloseUnconfirmedPayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class CloseUnconfirmedPayoutPayload extends mutationPayload('CloseUnconfirmedPayout', {
  description: 'Why closing an unconfirmed payout was not proposed.',
  values: {
    ...UNCONFIRMED_REFUSALS,
    TOO_EARLY: 'Late answers and webhooks are still likely; close it after the cool-off.',
    EVIDENCE_PENDING: 'A webhook or an answer names a payout that may be this one; the message says which.',
    NOT_UNREADABLE: 'An id in unreadableWebhookIds is not that of an unreadable webhook about the payout.',
    RECIPIENT_PURGED: 'The recipient was purged, so the payout can be closed, but not sent again.',
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null if there is none.' })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null if refused.',
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
