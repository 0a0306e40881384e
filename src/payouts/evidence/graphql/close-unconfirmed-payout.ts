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

@InputType('CloseUnconfirmedPayoutInput', { description: 'The unconfirmed payout that the provider does not have.' })
export class CloseUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to send the payout again after the change is confirmed. If false, the payout is closed.',
  })
  resend: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of at most 100 unreadable webhooks about the payout, as listed by EVIDENCE_PENDING. The payout is closed despite them. Absent for none.',
  })
  @DomainRule('webhooks about this payout that could not be read', 'NOT_UNREADABLE')
  @MaxEntries(MAX_UNREADABLE)
  @Ids()
  unreadableWebhookIds?: string[] | null;

  @Field(() => String, { description: 'Where you looked this up, such as a ticket, an e-mail or a statement.' })
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
    TOO_EARLY: 'Late answers and webhooks are still likely. Wait until the cool-off period is over.',
    EVIDENCE_PENDING: 'A webhook or an answer names a provider payout that may be this one; the message says which.',
    NOT_UNREADABLE: 'One of the `unreadableWebhookIds` is not the id of an unreadable webhook about this payout.',
    RECIPIENT_PURGED: "The recipient's data was purged, so the payout can be closed but not sent again.",
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
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
