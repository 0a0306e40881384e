import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { ConfirmResult } from '../confirm-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';

@InputType('ConfirmChangeRequestInput', { description: 'The change request to confirm, as the caller saw it.' })
export class ConfirmChangeRequestInput {
  @Field(() => ID, { description: "Purser's id of the change request." })
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

@ObjectType('ConfirmChangeRequestPayload', { description: 'The result of confirmChangeRequest.' })
export class ConfirmChangeRequestPayload extends mutationPayload('ConfirmChangeRequest', {
  description: 'Why a change was not made.',
  values: {
    CHANGE_REQUEST_NOT_FOUND: 'There is no such change request.',
    CHANGE_REQUEST_CLOSED: 'The change request is closed, or was not confirmed within a day.',
    OWN_REQUEST: 'The caller proposed the change; another person must confirm it.',
    SAME_PERSON: "The caller and the proposer may be the same person: one of them made or redeemed the other's key.",
    SCOPE_MISSING: 'The caller lacks a scope that confirming this kind of change requires; the message names it.',
    CONTENT_CHANGED: 'The contentHash differs from that of the stored content, or the stored content was altered.',
    OUTDATED: 'The subject has changed since the change was proposed; the change request is closed.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
    TOO_EARLY: 'Late answers and webhooks about the payout are still likely; confirm after the cool-off.',
    RECIPIENT_PURGED: 'The recipient of the payout was purged, so the payout cannot be sent again.',
    EVIDENCE_PENDING: 'A webhook or an answer names a payout that may be this one; the message says which.',
    NOT_UNREADABLE: 'An id in unreadableWebhookIds is not that of an unreadable webhook about the payout.',
    NO_MATCH: 'The provider shows another payout under the id; the change request is closed.',
    NOT_AT_PROVIDER: 'The provider has no payout with the id; the change request is closed.',
    ALREADY_BOUND: 'The id belongs to another payout; the change request is closed.',
    PROVIDER_UNAVAILABLE: 'The provider could not be reached; confirm again later.',
    LOST_PAYMENTS_OPEN: 'The provider has payments that belong to no payout here; settle each, then confirm again.',
  },
  listed: 'Problems with the request; empty if the change was made.',
}) {
  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request as it is now; null if there is none with the id.',
  })
  changeRequest: ChangeRequestModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For an API key, its second half, shown only once; null for other changes. Give it to the holder, who' +
      ' redeems the key with both halves.',
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
