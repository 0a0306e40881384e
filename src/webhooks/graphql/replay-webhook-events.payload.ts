import { Field, Int, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { ReplayEventsResult } from '../replay-webhooks.service.js';

@ObjectType('ReplayWebhookEventsPayload', {
  description: 'The number of webhooks to reprocess, and the problems with the request.',
})
export class ReplayWebhookEventsPayload extends mutationPayload('ReplayWebhookEvents', {
  description: 'Why a range of webhooks is not reprocessed.',
  values: {
    RANGE_INVALID: 'The range ends before it begins.',
    RANGE_TOO_LARGE: 'More than 10,000 webhooks are in the range.',
    REASON_INVALID: 'The reason is empty, too long, unprintable or holds a card number.',
  },
}) {
  @Field(() => Int, { description: 'How many webhooks are due again; they are worked off within minutes.' })
  replayed: number;

  @Field(() => Int, { description: 'How many of the range are left out, as their bodies were purged.' })
  purged: number;
}

export function toReplayWebhookEventsPayload({
  replayed,
  purged,
  refusal,
}: ReplayEventsResult): ReplayWebhookEventsPayload {
  return {
    replayed,
    purged,
    userErrors: toUserErrors(refusal, { RANGE_INVALID: 'to' }),
  };
}
