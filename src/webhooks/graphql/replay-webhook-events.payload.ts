import { Field, Int, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { ReplayEventsRefusalCode, ReplayEventsResult } from '../replay-webhooks.service.js';

type ReplayWebhookEventsErrorCode = ReplayEventsRefusalCode | 'REASON_INVALID';

const ReplayWebhookEventsUserError = userErrorType<ReplayWebhookEventsErrorCode>('ReplayWebhookEvents', {
  description: 'Why a range of webhooks is not reprocessed.',
  values: {
    RANGE_INVALID: 'The range ends before it begins.',
    RANGE_TOO_LARGE: 'More than 10,000 webhooks are in the range.',
    REASON_INVALID: 'The reason is empty, too long, unprintable or holds a card number.',
  },
});

const BLAMED_FIELDS: Readonly<Record<ReplayEventsRefusalCode, string[] | null>> = {
  RANGE_INVALID: ['input', 'to'],
  RANGE_TOO_LARGE: null,
};

@ObjectType('ReplayWebhookEventsPayload', {
  description: 'The number of webhooks to reprocess, and the problems with the request.',
})
export class ReplayWebhookEventsPayload {
  @Field(() => Int, { description: 'How many webhooks are due again; they are worked off within minutes.' })
  replayed: number;

  @Field(() => Int, { description: 'How many of the range are left out, as their bodies were purged.' })
  purged: number;

  @Field(() => [ReplayWebhookEventsUserError], {
    description: 'Problems with the request; empty on success.',
  })
  userErrors: UserErrorWith<ReplayWebhookEventsErrorCode>[];
}

export function toReplayWebhookEventsPayload({
  replayed,
  purged,
  refusal,
}: ReplayEventsResult): ReplayWebhookEventsPayload {
  return {
    replayed,
    purged,
    userErrors: refusal ? [{ ...refusal, field: BLAMED_FIELDS[refusal.code] }] : [],
  };
}
