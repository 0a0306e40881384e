import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import type { ReplayEventResult } from '../replay-webhooks.service.js';
import { toWebhookEventModel, WebhookEventModel } from './webhook-event.model.js';

@InputType('ReplayWebhookEventInput', { description: 'Which webhook to deal with again, and why.' })
export class ReplayWebhookEventInput {
  @Field(() => ID, { description: 'The webhook event.' })
  @Id()
  eventId: string;

  @Field(() => String, { nullable: true, description: 'Why; kept in the audit log.' })
  @Reason()
  reason?: string | null;
}

@ObjectType('ReplayWebhookEventPayload', {
  description: 'The webhook after the call, and the problems with the request.',
})
export class ReplayWebhookEventPayload extends mutationPayload('ReplayWebhookEvent', {
  description: 'Why a webhook is not reprocessed.',
  values: {
    EVENT_NOT_FOUND: 'There is no such webhook event.',
    BODY_PURGED: 'Its body was purged after the retention time.',
    NOT_REPLAYABLE: 'It came to a callback address that no attempt has.',
    REASON_INVALID: 'The reason is empty, too long, unprintable or holds a card number.',
  },
}) {
  @Field(() => WebhookEventModel, { nullable: true, description: 'The webhook, due again; null when it was refused.' })
  event: WebhookEventModel | null;
}

export function toReplayWebhookEventPayload({ event, refusal }: ReplayEventResult): ReplayWebhookEventPayload {
  return {
    event: event && toWebhookEventModel(event),
    userErrors: toUserErrors(refusal, 'eventId'),
  };
}
