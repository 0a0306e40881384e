import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import type { ReplayEventResult } from '../replay-webhooks.service.js';
import { toWebhookEventModel, WebhookEventModel } from './webhook-event.model.js';

@InputType('ReplayWebhookEventInput', { description: 'The webhook to reprocess, and the reason.' })
export class ReplayWebhookEventInput {
  @Field(() => ID, { description: "Purser's id for the webhook event." })
  @Id()
  eventId: string;

  @Field(() => String, { nullable: true, description: 'The reason; stored in the audit log.' })
  @Reason()
  reason?: string | null;
}

@ObjectType('ReplayWebhookEventPayload', {
  description: 'The webhook after the call, and the problems with the request.',
})
export class ReplayWebhookEventPayload extends mutationPayload('ReplayWebhookEvent', {
  description: 'Why a webhook was not reprocessed.',
  values: {
    EVENT_NOT_FOUND: 'There is no such webhook event.',
    BODY_PURGED: "The webhook's body was purged after the retention period.",
    NOT_REPLAYABLE: 'The webhook arrived at a callback URL that belongs to no attempt.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => WebhookEventModel, {
    nullable: true,
    description: 'The webhook, which is queued again; null if the request was refused.',
  })
  event: WebhookEventModel | null;
}

export function toReplayWebhookEventPayload({ event, refusal }: ReplayEventResult): ReplayWebhookEventPayload {
  return {
    event: event && toWebhookEventModel(event),
    userErrors: toUserErrors(refusal, 'eventId'),
  };
}
