import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ConfirmResult } from '../confirm-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';

@InputType('ConfirmChangeRequestInput', {
  description: 'The change request to confirm, and the content that the caller saw.',
})
export class ConfirmChangeRequestInput {
  @Field(() => ID, { description: "Purser's id for the change request." })
  @Id()
  id: string;

  @Field(() => String, { description: 'The `contentHash` of the change request that the caller saw.' })
  @DomainRule('the hash of the stored content', 'CONTENT_CHANGED')
  contentHash: string;
}

const BLAMED_FIELDS = {
  CHANGE_REQUEST_NOT_FOUND: 'id',
  CHANGE_REQUEST_CLOSED: 'id',
  OUTDATED: 'id',
  CONTENT_CHANGED: 'contentHash',
} as const;

@ObjectType('ConfirmChangeRequestPayload', {
  description: 'The change request after the call, and the problems with the request.',
})
export class ConfirmChangeRequestPayload extends mutationPayload('ConfirmChangeRequest', {
  description: 'Why a change was not made.',
  values: {
    CHANGE_REQUEST_NOT_FOUND: 'There is no such change request.',
    CHANGE_REQUEST_CLOSED: 'The change request is closed, or was not confirmed within a day.',
    OWN_REQUEST: 'The caller proposed the change; another person must confirm it.',
    SAME_PERSON: "The caller and the proposer may be the same person: one of them created or redeemed the other's key.",
    SCOPE_MISSING: 'The caller lacks a scope that confirming this kind of change requires; the message names it.',
    CONTENT_CHANGED: 'The `contentHash` does not match the stored content, or the stored content was tampered with.',
    OUTDATED: 'The subject has changed since the proposal. The change request is closed.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    TOO_EARLY: 'Late answers and webhooks about the payout are still likely. Confirm after the cool-off period.',
    RECIPIENT_PURGED: "The recipient's data was purged, so the payout cannot be sent again.",
    EVIDENCE_PENDING: 'A webhook or an answer names a provider payout that may be this one; the message says which.',
    NOT_UNREADABLE: 'One of the `unreadableWebhookIds` is not the id of an unreadable webhook about this payout.',
    NO_MATCH: "The provider's payout with this id is a different one. The change request is closed.",
    NOT_AT_PROVIDER: 'The provider has no payout with this id. The change request is closed.',
    ALREADY_BOUND: "The provider's id is already bound to another payout. The change request is closed.",
    PROVIDER_UNAVAILABLE: 'The provider could not be reached; confirm again later.',
    LOST_PAYMENTS_OPEN:
      "The provider has payments that match none of Purser's payouts. Bind or close each, then confirm again.",
  },
  listed: 'Problems with the request; empty if the change was made.',
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request in its current state; null if there is no such change request.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The second half of an API key, shown only once; null for other changes. Give it to the holder, who redeems the key with both halves.',
  })
  secondHalf: string | null;
}

export function toConfirmChangeRequestPayload({ request, shown, refusal }: ConfirmResult): ConfirmChangeRequestPayload {
  return {
    changeRequest: request && toChangeRequestModel(request),
    secondHalf: shown?.reveal() ?? null,
    userErrors: toUserErrors(refusal, BLAMED_FIELDS),
  };
}
