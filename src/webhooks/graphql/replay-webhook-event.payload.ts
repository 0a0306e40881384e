import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { ReplayEventRefusalCode, ReplayEventResult } from '../replay-webhooks.service.js';
import { toWebhookEventModel, WebhookEventModel } from './webhook-event.model.js';

type ReplayWebhookEventErrorCode = ReplayEventRefusalCode | 'REASON_INVALID';

const ReplayWebhookEventUserError = userErrorType<ReplayWebhookEventErrorCode>('ReplayWebhookEvent', {
  description: 'Why a webhook is not reprocessed.',
  values: {
    EVENT_NOT_FOUND: 'There is no such webhook event.',
    BODY_PURGED: 'Its body was purged after the retention time.',
    NOT_REPLAYABLE: 'It came to a callback address that no attempt has.',
    REASON_INVALID: 'The reason is empty, too long, unprintable or holds a card number.',
  },
});

@ObjectType('ReplayWebhookEventPayload', {
  description: 'The webhook after the call, and the problems with the request.',
})
export class ReplayWebhookEventPayload {
  @Field(() => WebhookEventModel, { nullable: true, description: 'The webhook, due again; null when it was refused.' })
  event: WebhookEventModel | null;

  @Field(() => [ReplayWebhookEventUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<ReplayWebhookEventErrorCode>[];
}

export function toReplayWebhookEventPayload({ event, refusal }: ReplayEventResult): ReplayWebhookEventPayload {
  return {
    event: event && toWebhookEventModel(event),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'eventId'] }] : [],
  };
}
