import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { isReplayedSource, REPLAYED_SOURCES, type WebhookSource, type WebhookState } from '../domain/webhook-event.js';
import type { ReplayRange } from '../persistence/webhook-replays.repository.js';
import type { ReplayEventsResult } from '../replay-webhooks.service.js';
import {
  toVerdict,
  type WebhookSignature,
  WebhookSignatureEnum,
  WebhookSourceEnum,
  WebhookStateEnum,
} from './webhook-event.model.js';

const ReplayedSources = (): PropertyDecorator =>
  ruleDecorator<readonly WebhookSource[]>({
    name: 'replayedSources',
    about: 'ORDERS, PAYOUTS',
    findProblem: (sources) =>
      sources.every(isReplayedSource) ? null : 'must name addresses whose webhooks can be processed: ORDERS, PAYOUTS',
  });

@InputType('ReplayWebhookEventsInput', {
  description: 'The webhooks to reprocess, and the reason. All given fields must match.',
})
export class ReplayWebhookEventsInput {
  @Field(() => DateTimeScalar, { description: 'First delivered at this time or later.' })
  from: Date;

  @Field(() => DateTimeScalar, { description: 'First delivered before this time.' })
  to: Date;

  @Field(() => [WebhookSourceEnum], {
    nullable: true,
    description: 'Only webhooks received at one of these addresses: the one for orders, or those for payouts.',
  })
  @ReplayedSources()
  sources?: WebhookSource[] | null;

  @Field(() => [WebhookStateEnum], { nullable: true, description: 'Only in one of these states.' })
  states?: WebhookState[] | null;

  @Field(() => [WebhookSignatureEnum], {
    nullable: true,
    description: 'Only with one of these verdicts on the signature.',
  })
  signatures?: WebhookSignature[] | null;

  @Field(() => ID, { nullable: true, description: 'Only webhooks about objects in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'The reason; stored in the audit log.' })
  @Reason()
  reason?: string | null;
}

export function toReplayRange(input: ReplayWebhookEventsInput): ReplayRange {
  return {
    from: input.from,
    to: input.to,
    sources: (input.sources ?? REPLAYED_SOURCES).filter(isReplayedSource),
    states: input.states ?? null,
    signatures: input.signatures?.map(toVerdict) ?? null,
    accountId: input.accountId ?? null,
  };
}

@ObjectType('ReplayWebhookEventsPayload', {
  description: 'The number of webhooks to reprocess, and the problems with the request.',
})
export class ReplayWebhookEventsPayload extends mutationPayload('ReplayWebhookEvents', {
  description: 'Why a range of webhooks was not reprocessed.',
  values: {
    RANGE_INVALID: 'The range ends before it begins.',
    RANGE_TOO_LARGE: 'More than 10,000 webhooks are in the range.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => Int, { description: 'Number of webhooks that were queued again. They are processed within minutes.' })
  replayed: number;

  @Field(() => Int, { description: 'Number of webhooks that cannot be reprocessed because their bodies were purged.' })
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
